/** What is kept of a menu to search it: a short text for each product. Pure. */

/** A category of a menu. */
export type IndexedCategory = { id: string; parent_id: string | null; name: string };

/** A product of a menu, in the order of the menu. `text`: what is compared, folded. */
export type IndexedProduct = { id: string; category_id: string; text: string };

/** `unreachable_lists`: option lists that ask for more options than a guest can choose, as many as a page names. */
export type MenuIndex = {
  categories: readonly IndexedCategory[];
  products: readonly IndexedProduct[];
  unreachable_lists: readonly { id: string; name: string }[];
};

/** What a visitor looks for. `words`: folded; null if nothing is searched for. */
export type SoughtProducts = { words: readonly string[] | null; category_id?: string | undefined };

/** `counts`: products found by category. `ids`: those of the chosen category, or all. */
export type FoundProducts = { counts: ReadonlyMap<string, number>; ids: string[]; found: number };

/** The products that have every word; none for a search without words. */
export function foundProducts({ products }: MenuIndex, { words, category_id }: SoughtProducts): FoundProducts {
  const counts = new Map<string, number>();
  const ids: string[] = [];
  let found = 0;
  for (const product of products) {
    if (words && !(words.length > 0 && words.every((word) => product.text.includes(word)))) continue;
    found += 1;
    counts.set(product.category_id, (counts.get(product.category_id) ?? 0) + 1);
    if (category_id === undefined || product.category_id === category_id) ids.push(product.id);
  }
  return { counts, ids, found };
}

const perRow = 120;

/** About how many bytes of memory an index takes. */
export const bytesOf = ({ categories, products }: MenuIndex): number =>
  categories.reduce((sum, { name }) => sum + perRow + 2 * name.length, 0) +
  products.reduce((sum, { text }) => sum + perRow + 2 * text.length, 0);
