/** The parts of a catalog that have endpoints of their own (docs/api/catalogs.md#catalog-parts). */
import { badRequest } from '@order-hub/shared/errors';
import type { Page, PageQuery } from '@order-hub/shared/page';

/** The parts within another: a sku in its product, an option in its option list. */
export const children = {
  sku: { parent: 'product', field: 'skus' },
  option: { parent: 'option_list', field: 'options' },
} as const;

export type ChildKind = keyof typeof children;

/** A page of parts: up to `count` of those after the first `offset`, in one version of the catalog. */
export type PagePosition = { offset: number; count: number; version: number };

/** Where a cursor continues. Throws 400 when it is of another version of the catalog, whose order may differ. */
export function positionOf({ count, cursor }: PageQuery, version: number): PagePosition {
  if (cursor === undefined) return { offset: 0, count, version };
  const [cursorVersion, offset = ''] = cursor.split(':');
  if (cursorVersion !== String(version)) throw badRequest('The catalog has changed: start again without a cursor');
  return { offset: Number.parseInt(offset, 10), count, version };
}

/** A page of parts as JSON texts. `isCut`: its weight ended it, although there are more. */
export type PartPage = Page<string> & { isCut: boolean };

/** The page of the rows that a store has read at a position. */
export function takePartPage(
  rows: readonly { document: string; has_next: boolean }[],
  { offset, count, version }: PagePosition,
): PartPage {
  const hasNext = rows.at(-1)?.has_next === true;
  return {
    items: rows.map(({ document }) => document),
    next: hasNext ? `${version}:${offset + rows.length}` : null,
    isCut: hasNext && rows.length < count,
  };
}
