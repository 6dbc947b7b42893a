/** The rows that a content is stored in beside its document, and which of them a change touches. */
import { depthFirst } from '../content/category-tree.ts';
import type { ContentView } from '../content/content.schema.ts';

/** A part that has a row of its own. */
export type PartRow = { kind: string; id: string; document: string };
export type PartKey = { kind: string; id: string };
export type RefKey = { kind: string; ref: string };

/** The fields of a content whose parts have rows, with the kind of these. */
const rowKinds = [
  ['categories', 'category'],
  ['products', 'product'],
  ['option_lists', 'option_list'],
  ['deals', 'deal'],
  ['discounts', 'discount'],
  ['charges', 'charge'],
] as const;

/** The JSON texts of the parts of a content: those of each field, in their order. */
export type PartTexts = Record<keyof ContentView, string[]>;

/** Each part as JSON text, which is sent as it is, alone and within the whole catalog. */
export const partTexts = (content: ContentView): PartTexts =>
  Object.fromEntries(
    Object.entries(content).map(([field, parts]) => [field, parts.map((part) => JSON.stringify(part))]),
  ) as PartTexts;

const isEqual = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((text, index) => text === others[index]);

/** The ids of the parts of a kind in the order of their list. */
const idsOf = (content: ContentView, field: (typeof rowKinds)[number][0]) =>
  field === 'categories' ? depthFirst(content.categories) : content[field].map(({ id }) => id);

/** The lists of ids that are other ones than before. */
export function changedLists(previous: ContentView | null, next: ContentView): { kind: string; ids: string[] }[] {
  return rowKinds.flatMap(([field, kind]) => {
    const ids = idsOf(next, field);
    return isEqual(ids, previous ? idsOf(previous, field) : []) ? [] : [{ kind, ids }];
  });
}

type Stored = { content: ContentView; texts: PartTexts };

/** The parts that are new or other ones than before. */
export function changedParts(previous: Stored | null, { content, texts }: Stored): PartRow[] {
  return rowKinds.flatMap(([field, kind]) => {
    const before = new Map(previous?.content[field].map(({ id }, index) => [id, previous.texts[field][index]]));
    return content[field].flatMap(({ id }, index) => {
      const document = texts[field][index] ?? '';
      return before.get(id) === document ? [] : [{ kind, id, document }];
    });
  });
}

/** The parts that are gone. */
export function removedParts(previous: ContentView | null, next: ContentView): PartKey[] {
  if (!previous) return [];
  return rowKinds.flatMap(([field, kind]) => {
    const kept = new Set(next[field].map(({ id }) => id));
    return previous[field].flatMap(({ id }) => (kept.has(id) ? [] : [{ kind, id }]));
  });
}

/** The refs of skus and options, which an inventory names: each once. */
function refsOf(content: ContentView | null): Map<string, RefKey> {
  const refs = new Map<string, RefKey>();
  const add = (kind: string, parts: readonly { ref: string | null }[]) => {
    for (const { ref } of parts) if (ref !== null) refs.set(`${kind} ${ref}`, { kind, ref });
  };
  for (const { skus } of content?.products ?? []) add('sku', skus);
  for (const { options } of content?.option_lists ?? []) add('option', options);
  return refs;
}

/** The refs that are new, and those that are gone. */
export function changedRefs(previous: ContentView | null, next: ContentView): { added: RefKey[]; removed: RefKey[] } {
  const [before, after] = [refsOf(previous), refsOf(next)];
  const without = (some: Map<string, RefKey>, others: Map<string, RefKey>) =>
    [...some].filter(([key]) => !others.has(key)).map(([, ref]) => ref);
  return { added: without(after, before), removed: without(before, after) };
}

/** The images that parts have, each once. */
export const imagesOf = ({ categories, products, deals, discounts }: ContentView): string[] => [
  ...new Set([categories, products, deals, discounts].flat().flatMap(({ image_ids }) => image_ids)),
];
