/** Parts keep their ids when a catalog is replaced (docs/api/catalogs.md#update). */
import type { ContentView } from './content.schema.ts';

/** All kinds of parts. */
export type PartKind =
  'variant' | 'category' | 'product' | 'sku' | 'option_list' | 'option' | 'deal' | 'discount' | 'charge';

/** Gives a part its id. `parent_id`: the product of a sku, the list of an option; otherwise ''. */
export type IdOf = (kind: PartKind, parent_id: string, ref: string | null) => string;

type PreviousPart = { id: string; ref: string | null };

/**
 * A part keeps the id of the previous part with its kind, parent and ref; a part without a ref gets a new id. Parts with the
 * same ref take the previous ids in order.
 */
export function partIds(previous: ContentView | null, newId: () => string): IdOf {
  const kept = new Map<string, string[]>();
  const keyOf = (kind: PartKind, parent_id: string, ref: string) => `${kind} ${parent_id} ${ref}`;
  const keep = (kind: PartKind, parts: readonly PreviousPart[], parent_id = '') => {
    // Backwards, because `pop` takes the last one first.
    for (const { id, ref } of parts.toReversed()) {
      if (ref === null) continue;
      const key = keyOf(kind, parent_id, ref);
      const ids = kept.get(key);
      if (ids) ids.push(id);
      else kept.set(key, [id]);
    }
  };
  if (previous) {
    keep('variant', previous.variants);
    keep('category', previous.categories);
    keep('product', previous.products);
    for (const { id, skus } of previous.products) keep('sku', skus, id);
    keep('option_list', previous.option_lists);
    for (const { id, options } of previous.option_lists) keep('option', options, id);
    keep('deal', previous.deals);
    keep('discount', previous.discounts);
    keep('charge', previous.charges);
  }
  return (kind, parent_id, ref) => (ref === null ? undefined : kept.get(keyOf(kind, parent_id, ref))?.pop()) ?? newId();
}
