/** The parts of a catalog that can be asked for by themselves (docs/api/catalogs.md#catalog-parts). */
import { badRequest } from '@order-hub/shared/errors';

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

/** Where a page begins. It is good for one version of the catalog: the order of another one may be different. */
export function offsetOf(cursor: string | undefined, version: number): number {
  if (cursor === undefined) return 0;
  const [ofVersion, offset = ''] = cursor.split(':');
  if (ofVersion !== String(version)) throw badRequest('The catalog has changed: start again without a cursor');
  return Number.parseInt(offset, 10);
}

/** A page of `count` items from `count + 1` that begin at `offset`. */
export const pageFrom = <Item>(
  items: readonly Item[],
  { offset, count, version }: Record<'offset' | 'count' | 'version', number>,
) => ({
  items: items.slice(0, count),
  next: items.length > count ? `${version}:${offset + count}` : null,
});
