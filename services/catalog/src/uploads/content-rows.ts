/** The rows in which a content is stored besides its document, and those that an update changes. */
import { depthFirst } from '../content/category-tree.ts';
import type { ContentView } from '../content/content.schema.ts';

/** A row of a part. */
export type PartRow = { kind: string; id: string; document: string };
export type PartKey = { kind: string; id: string };
export type RefKey = { kind: string; ref: string };

/** The fields of a content whose parts have rows, and the kind of those rows. */
const rowKinds = [
  ['categories', 'category'],
  ['products', 'product'],
  ['option_lists', 'option_list'],
  ['deals', 'deal'],
  ['discounts', 'discount'],
  ['charges', 'charge'],
] as const;

/** The JSON texts of the parts of a content, by field and in their order. */
export type PartTexts = Record<keyof ContentView, string[]>;

/** Renders each part as JSON text, in which it is stored and sent. */
export const partTexts = (content: ContentView): PartTexts =>
  Object.fromEntries(
    Object.entries(content).map(([field, parts]) => [field, parts.map((part) => JSON.stringify(part))]),
  ) as PartTexts;

const isEqual = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((text, index) => text === others[index]);

/** The ids of the parts of a kind in the order of their list. */
const idsOf = (content: ContentView, field: (typeof rowKinds)[number][0]) =>
  field === 'categories' ? depthFirst(content.categories) : content[field].map(({ id }) => id);

/** The lists of ids that differ from those before. */
export function changedLists(previous: ContentView | null, next: ContentView): { kind: string; ids: string[] }[] {
  return rowKinds.flatMap(([field, kind]) => {
    const ids = idsOf(next, field);
    return isEqual(ids, previous ? idsOf(previous, field) : []) ? [] : [{ kind, ids }];
  });
}

type RenderedContent = { content: ContentView; texts: PartTexts };

/** The parts that are new or differ from those before. */
export function changedParts(previous: RenderedContent | null, { content, texts }: RenderedContent): PartRow[] {
  return rowKinds.flatMap(([field, kind]) => {
    const before = new Map(previous?.content[field].map(({ id }, index) => [id, previous.texts[field][index]]));
    return content[field].flatMap(({ id }, index) => {
      const document = texts[field][index] ?? '';
      return before.get(id) === document ? [] : [{ kind, id, document }];
    });
  });
}

/** The parts that are no longer in the content. */
export function removedParts(previous: ContentView | null, next: ContentView): PartKey[] {
  if (!previous) return [];
  return rowKinds.flatMap(([field, kind]) => {
    const kept = new Set(next[field].map(({ id }) => id));
    return previous[field].flatMap(({ id }) => (kept.has(id) ? [] : [{ kind, id }]));
  });
}

/** The distinct refs of skus and options, which inventories name. */
function refsOf(content: ContentView | null): Map<string, RefKey> {
  const refs = new Map<string, RefKey>();
  const add = (kind: string, parts: readonly { ref: string | null }[]) => {
    for (const { ref } of parts) if (ref !== null) refs.set(`${kind} ${ref}`, { kind, ref });
  };
  for (const { skus } of content?.products ?? []) add('sku', skus);
  for (const { options } of content?.option_lists ?? []) add('option', options);
  return refs;
}

/** The refs that are new, and those that are no longer in the content. */
export function changedRefs(previous: ContentView | null, next: ContentView): { added: RefKey[]; removed: RefKey[] } {
  const [before, after] = [refsOf(previous), refsOf(next)];
  const without = (some: Map<string, RefKey>, others: Map<string, RefKey>) =>
    [...some].filter(([key]) => !others.has(key)).map(([, ref]) => ref);
  return { added: without(after, before), removed: without(before, after) };
}

/** The distinct images that parts name. */
export const imagesOf = ({ categories, products, deals, discounts }: ContentView): string[] => [
  ...new Set([categories, products, deals, discounts].flat().flatMap(({ image_ids }) => image_ids)),
];
