import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { cyclesOf, depthFirst } from './category-tree.ts';

/** Trees, in any order. */
const trees = fc
  .array(fc.nat(), { maxLength: 60 })
  .map((parents) =>
    parents.map((parent, index) => ({
      ref: `c${index}`,
      parent_ref: index === 0 || parent % 3 === 0 ? null : `c${parent % index}`,
    })),
  )
  .chain((tree) => fc.shuffledSubarray(tree, { minLength: tree.length }));

type SentCategory = { ref: string; parent_ref: string | null };
const asStored = (tree: SentCategory[]) => tree.map(({ ref, parent_ref }) => ({ id: ref, parent_id: parent_ref }));

/** The straightforward algorithm, for comparison. */
const recursive = (tree: SentCategory[], parent: string | null): string[] =>
  tree.filter(({ parent_ref }) => parent_ref === parent).flatMap(({ ref }) => [ref, ...recursive(tree, ref)]);

describe('a tree', () => {
  test('has no cycles', () => fc.assert(fc.property(trees, (tree) => expect(cyclesOf(tree)).toEqual([]))));

  test('is listed depth first, siblings as they were sent', () =>
    fc.assert(fc.property(trees, (tree) => expect(depthFirst(asStored(tree))).toEqual(recursive(tree, null)))));

  test('may be as deep as there are categories', () => {
    const deep = Array.from({ length: sized(20_000, 100_000) }, (_, index) => ({
      ref: `c${index}`,
      parent_ref: index === 0 ? null : `c${index - 1}`,
    }));
    expect(cyclesOf(deep)).toEqual([]);
    expect(depthFirst(asStored(deep))).toEqual(deep.map(({ ref }) => ref));
  });
});

/** Any graphs: they may have cycles and unknown parents. */
const graphs = fc
  .array(fc.option(fc.nat(14), { nil: null }), { maxLength: 12 })
  .map((parents) =>
    parents.map((parent, index) => ({ ref: `c${index}`, parent_ref: parent === null ? null : `c${parent}` })),
  );

/** Whether a category is its own ancestor. */
function isWithinItself(graph: SentCategory[], { ref }: SentCategory): boolean {
  const parentOf = (of: string | null) => graph.find((category) => category.ref === of)?.parent_ref ?? null;
  let at = parentOf(ref);
  for (let steps = 0; at !== null && steps < graph.length; steps += 1) {
    if (at === ref) return true;
    at = parentOf(at);
  }
  return false;
}

test('cyclesOf finds one category of each cycle, and no other', () =>
  fc.assert(
    fc.property(graphs, (graph) => {
      const found = cyclesOf(graph);
      for (const category of found) expect(isWithinItself(graph, category)).toBe(true);
      // Without these, no cycle is left.
      const open = graph.map((category) => (found.includes(category) ? { ...category, parent_ref: null } : category));
      expect(open.filter((category) => isWithinItself(open, category))).toEqual([]);
    }),
  ));
