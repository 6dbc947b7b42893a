/** What of a catalog can be ordered in a situation, at the prices of the moment, over packages/menu. */
import { isAvailable } from '@order-hub/menu/availability';
import { isInStock, type InventoryEntry } from '@order-hub/menu/inventory';
import { priceOf } from '@order-hub/menu/price';
import type { Situation } from '@order-hub/menu/situation';
import { addMoney, multiplyMoney, parseMoney, type Money } from './money.ts';
import type { Schemas } from './schemas.ts';

export type { Situation } from '@order-hub/menu/situation';

type Content = Schemas['CatalogContent'];

/**
 * A sku that can be ordered. `price`: of one, without options, in this situation. `option_lists`: those to choose from, in the order of
 * `option_list_ids`, with the options that can be chosen and the price of one of each in this situation.
 */
export type OrderableSku = Schemas['Sku'] & { option_lists: Schemas['OptionList'][] };

/** A product with the skus that can be ordered: at least one. */
export type OrderableProduct = Omit<Schemas['Product'], 'skus'> & { skus: OrderableSku[] };

/** The parts of a catalog that can be ordered, in its order. Everything else is left out. */
export type OrderableMenu = {
  /** Those with a product or a deal that can be ordered, and those above them. */
  categories: Content['categories'];
  products: OrderableProduct[];
  /** Each line has the skus that can be ordered: at least one. Their price within the deal is `dealPrice`. */
  deals: Content['deals'];
  /** What one takes off is `discountAmount`. Those with `coupon_codes` are there too: the guest has to give one. */
  discounts: Content['discounts'];
  /** `price`: null if it varies, such as a tip. */
  charges: Content['charges'];
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

type Effect = { pricing_effect: Schemas['CatalogDealLine']['pricing_effect']; pricing_value: string | null };

/** A percentage as a factor: `12.5` is `0.125`. */
function factorOf(percentage: string): string {
  const [units = '', decimals = ''] = percentage.split('.');
  const digits = units.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`;
}

const negated = (money: Money) => multiplyMoney(money, '-1');

/** What an effect takes off an amount: never more than all of it, and a negative amount for a fixed price above it. */
function amountOff({ pricing_effect, pricing_value }: Effect, amount: Money): Money {
  if (pricing_effect === 'free') return amount;
  if (pricing_effect === 'unchanged' || pricing_value === null) return multiplyMoney(amount, '0');
  if (pricing_effect === 'percentage_off') return multiplyMoney(amount, factorOf(pricing_value));
  if (pricing_effect === 'fixed_price') return addMoney(amount, negated(pricing_value));
  const isMore = parseMoney(addMoney(amount, negated(pricing_value))).hundredths < 0n;
  return isMore ? amount : pricing_value;
}

/**
 * The price of one sku of a deal's line, without options (docs/api/catalogs.md#prices-within-a-deal): what an item of the order has as
 * its `price`. Throws RangeError for a sku that is not in the line.
 */
export function dealPrice(
  line: Pick<Schemas['CatalogDealLine'], 'skus' | 'pricing_effect' | 'pricing_value'>,
  { id, price }: Pick<Schemas['Sku'], 'id' | 'price'>,
): Money {
  const chosen = line.skus.find((sku) => sku.id === id);
  if (!chosen) throw new RangeError(`The sku ${id} is not in this line of the deal`);
  return addMoney(
    price,
    negated(amountOff(line, price)),
    ...(chosen.extra_charge === null ? [] : [chosen.extra_charge]),
  );
}

/**
 * What a discount takes off an order whose items cost `amount` (docs/api/catalogs.md#amount-of-a-discount): the `price_off` of the
 * order's discount.
 */
export const discountAmount = (
  discount: Pick<Schemas['CatalogDiscount'], 'pricing_effect' | 'pricing_value'>,
  amount: Money,
): Money => amountOff(discount, amount);
