/** What of a catalog can be ordered in a situation, at the prices of the moment, over packages/menu. */
import { isAvailable } from '@order-hub/menu/availability';
import { isInStock, type InventoryEntry } from '@order-hub/menu/inventory';
import { priceOf } from '@order-hub/menu/price';
import type { Situation } from '@order-hub/menu/situation';
import type { Schemas } from './schemas.ts';

export type { Situation } from '@order-hub/menu/situation';

type Content = Schemas['CatalogContent'];

/** A sku with its price in this situation, and the lists from which options can be chosen. */
export type OrderableSku = Schemas['Sku'] & { option_lists: Schemas['OptionList'][] };

export type OrderableProduct = Omit<Schemas['Product'], 'skus'> & { skus: OrderableSku[] };

/** The parts of a catalog that can be ordered. Everything else is left out, empty categories too. */
export type OrderableMenu = Pick<Content, 'categories' | 'deals' | 'discounts' | 'charges'> & {
  products: OrderableProduct[];
};

/**
 * The menu of a catalog that was retrieved with its data. Prices are those of the situation; an option list keeps the
 * options that can be chosen, and a sku whose list has too few of them is left out, as is a deal without a sku for one of
 * its lines. Throws TypeError for a catalog without data, and what the functions of packages/menu throw.
 */
export function orderableMenu(
  { data }: Pick<Schemas['Catalog'], 'data'>,
  situation: Situation,
  inventory: readonly InventoryEntry[] = [],
): OrderableMenu {
  if (data === undefined) throw new TypeError('The catalog has no data: retrieve it without hide_data');
  const lists = new Map(data.option_lists.map((list) => [list.id, openList(list, situation, inventory)]));
  const products = data.products
    .map((product) => ({ ...product, skus: skusOf(product, lists, situation, inventory) }))
    .filter(({ skus }) => skus.length > 0);
  const skuIds = new Set(products.flatMap(({ skus }) => skus.map(({ id }) => id)));
  const isOpen = ({ restrictions }: { restrictions: Schemas['Restrictions'] }) => isAvailable(restrictions, situation);
  const deals = data.deals
    .filter(isOpen)
    .map((deal) => ({
      ...deal,
      lines: deal.lines.map((line) => ({ ...line, skus: line.skus.filter(({ id }) => skuIds.has(id)) })),
    }))
    .filter(({ lines }) => lines.every(({ skus }) => skus.length > 0));
  return {
    categories: filledCategories(data.categories, [...products, ...deals]),
    products,
    deals,
    discounts: data.discounts.filter(isOpen),
    charges: data.charges.filter(isOpen),
  };
}

function openList(
  list: Schemas['OptionList'],
  situation: Situation,
  inventory: readonly InventoryEntry[],
): Schemas['OptionList'] {
  const options = list.options
    .filter(
      ({ restrictions, ref }) =>
        isAvailable(restrictions, situation) && isInStock(inventory, { option_ref: ref }, situation),
    )
    .map((option) => ({ ...option, price: priceOf(option, situation) }));
  return { ...list, options };
}

function skusOf(
  { skus }: Schemas['Product'],
  lists: ReadonlyMap<string, Schemas['OptionList']>,
  situation: Situation,
  inventory: readonly InventoryEntry[],
): OrderableSku[] {
  return skus
    .filter(
      ({ restrictions, ref }) =>
        isAvailable(restrictions, situation) && isInStock(inventory, { sku_ref: ref }, situation),
    )
    .map((sku) => ({
      ...sku,
      price: priceOf(sku, situation),
      option_lists: sku.option_list_ids.flatMap((id) => lists.get(id) ?? []),
    }))
    .filter(({ option_lists }) => option_lists.every(hasEnoughOptions));
}

const hasEnoughOptions = ({ options, min_selections, multiple_selection }: Schemas['OptionList']) =>
  options.length >= (multiple_selection ? Math.min(min_selections, 1) : min_selections);

/** The categories of these parts, and those above them. */
function filledCategories(
  categories: Content['categories'],
  parts: readonly { category_id: string | null }[],
): Content['categories'] {
  const parents = new Map(categories.map(({ id, parent_id }) => [id, parent_id]));
  const filled = new Set<string>();
  for (const { category_id } of parts) {
    for (let id = category_id; id !== null && !filled.has(id); id = parents.get(id) ?? null) filled.add(id);
  }
  return categories.filter(({ id }) => filled.has(id));
}
