/** Parts keep their ids when a catalog is replaced (docs/api/catalogs.md#update). */
import type { ContentView } from './content.schema.ts';

/** All kinds of parts. */
export type Kind =
  'variant' | 'category' | 'product' | 'sku' | 'option_list' | 'option' | 'deal' | 'discount' | 'charge';

/** The id of a part. `parent_id`: of the product of a sku and the list of an option; else ''. */
export type IdOf = (kind: Kind, parent_id: string, ref: string | null) => string;

type Previous = { id: string; ref: string | null };

/**
 * Gives each part the id that the part of its kind, parent and ref had; without a ref, a new one. Of several with the same
 * ref each takes, in its order, the id of one of those before.
 */
export function partIds(previous: ContentView | null, newId: () => string): IdOf {
  const kept = new Map<string, string[]>();
  const keyOf = (kind: Kind, parent_id: string, ref: string) => `${kind} ${parent_id} ${ref}`;
  const keep = (kind: Kind, parts: readonly Previous[], parent_id = '') => {
    // From the last to the first, so that the first is taken first.
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
