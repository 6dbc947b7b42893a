import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cyclesOf, depthFirst } from './category-tree.ts';

/** Categories of which each is within an earlier one or at the root, in any order. */
const trees = fc
  .array(fc.nat(), { maxLength: 60 })
  .map((parents) =>
    parents.map((parent, index) => ({
      ref: `c${index}`,
      parent_ref: index === 0 || parent % 3 === 0 ? null : `c${parent % index}`,
    })),
  )
  .chain((tree) => fc.shuffledSubarray(tree, { minLength: tree.length }));

type Node = { ref: string; parent_ref: string | null };
const asPlaced = (tree: Node[]) => tree.map(({ ref, parent_ref }) => ({ id: ref, parent_id: parent_ref }));

/** The straightforward way. */
const recursive = (tree: Node[], parent: string | null): string[] =>
  tree.filter(({ parent_ref }) => parent_ref === parent).flatMap(({ ref }) => [ref, ...recursive(tree, ref)]);

describe('a tree', () => {
  test('has no cycles', () => fc.assert(fc.property(trees, (tree) => expect(cyclesOf(tree)).toEqual([]))));

  test('is listed depth first, siblings as they were sent', () =>
    fc.assert(fc.property(trees, (tree) => expect(depthFirst(asPlaced(tree))).toEqual(recursive(tree, null)))));

  test('may be as deep as there are categories', () => {
    const deep = Array.from({ length: 100_000 }, (_, index) => ({
      ref: `c${index}`,
      parent_ref: index === 0 ? null : `c${index - 1}`,
    }));
    expect(cyclesOf(deep)).toEqual([]);
    expect(depthFirst(asPlaced(deep))).toEqual(deep.map(({ ref }) => ref));
  });
});

/** Any parents: there may be cycles, and refs that lead nowhere. */
const graphs = fc
  .array(fc.option(fc.nat(14), { nil: null }), { maxLength: 12 })
  .map((parents) =>
    parents.map((parent, index) => ({ ref: `c${index}`, parent_ref: parent === null ? null : `c${parent}` })),
  );

/** Whether a category comes back to itself over its parents. */
function isWithinItself(graph: Node[], { ref }: Node): boolean {
  const parentOf = (of: string | null) => graph.find((one) => one.ref === of)?.parent_ref ?? null;
  let at = parentOf(ref);
  for (let steps = 0; at !== null && steps < graph.length; steps += 1) {
    if (at === ref) return true;
    at = parentOf(at);
  }
  return false;
}

test('one category of each cycle is found, and no other', () =>
  fc.assert(
    fc.property(graphs, (graph) => {
      const found = cyclesOf(graph);
      for (const one of found) expect(isWithinItself(graph, one)).toBe(true);
      // Without those, no cycle is left.
      const open = graph.map((one) => (found.includes(one) ? { ...one, parent_ref: null } : one));
      expect(open.filter((one) => isWithinItself(open, one))).toEqual([]);
    }),
  ));
