/** What is kept of a menu to search it: a short text for each product. Pure. */

/** A category of a menu. */
export type IndexedCategory = { id: string; parent_id: string | null; name: string };

/** A product of a menu, in the order of the menu. `text`: normalised words. */
export type IndexedProduct = { id: string; category_id: string; text: string };

export type MenuIndex = { categories: readonly IndexedCategory[]; products: readonly IndexedProduct[] };

const wordsMax = 10;

/** A text without accents, capitals and punctuation. */
export const normalised = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordsOf = (search: string): string[] =>
  normalised(search)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, wordsMax);

/** What a visitor looks for. */
export type MenuSearch = { search?: string | undefined; category_id?: string | undefined };

/** `counts`: products found by category. `ids`: those of the chosen category, or all. */
export type FoundProducts = { counts: ReadonlyMap<string, number>; ids: string[]; found: number };

/** The products that have every word of the search. */
export function foundProducts({ products }: MenuIndex, { search = '', category_id }: MenuSearch): FoundProducts {
  const words = wordsOf(search);
  const counts = new Map<string, number>();
  const ids: string[] = [];
  let found = 0;
  for (const product of products) {
    if (!words.every((word) => product.text.includes(word))) continue;
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
