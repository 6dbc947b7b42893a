/** The parts of a catalog that have endpoints of their own (docs/api/catalogs.md#catalog-parts). */
import { badRequest } from '@order-hub/shared/errors';
import type { Page } from '@order-hub/shared/page';

/** The parts within another: a sku in its product, an option in its option list. */
export const children = {
  sku: { parent: 'product', field: 'skus' },
  option: { parent: 'option_list', field: 'options' },
} as const;

export type ChildKind = keyof typeof children;

type Child = { id: string };

/** The skus of a product, or the options of an option list, in their order. `document` is the parent's JSON text. */
export const childrenIn = (document: string, kind: ChildKind): Child[] =>
  (JSON.parse(document) as Record<string, Child[]>)[children[kind].field] ?? [];

/** A page of parts: up to `count` of those after the first `offset`, in one version of the catalog. */
export type PagePosition = { offset: number; count: number; version: number };

/** Where a cursor continues. Throws 400 when it is of another version of the catalog, whose order may differ. */
export function positionOf(
  { count, cursor }: { count: number; cursor?: string | undefined },
  version: number,
): PagePosition {
  if (cursor === undefined) return { offset: 0, count, version };
  const [cursorVersion, offset = ''] = cursor.split(':');
  if (cursorVersion !== String(version)) throw badRequest('The catalog has changed: start again without a cursor');
  return { offset: Number.parseInt(offset, 10), count, version };
}

/** The page of up to `count` items at a position. `items` begin there: an extra item means that there is a next page. */
export const takePartPage = <Item>(items: readonly Item[], { offset, count, version }: PagePosition): Page<Item> => ({
  items: items.slice(0, count),
  next: items.length > count ? `${version}:${offset + count}` : null,
});
