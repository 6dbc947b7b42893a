/** What guests can order at the moment, over packages/menu. Pure. */
import { whyUnavailable } from '@order-hub/menu/availability';
import { priceOf } from '@order-hub/menu/price';
import type { MenuProduct, MenuSku } from '@order-hub/shared/menu-calls';
import { formatTime } from '@order-hub/shared/times';
import type { ContentView } from '../content/content.schema.ts';

type Product = ContentView['products'][number];
type Option = ContentView['option_lists'][number]['options'][number];
type Sold = Product['skus'][number] | Option;
type Restrictions = Sold['restrictions'];
type Conditions = Sold['price_overrides'][number] | Restrictions;

/** The stock of a ref in a location. */
export type Stock = { kind: 'sku' | 'option'; ref: string; stock: string; expires_at: Date | null };

/** When, where, and what is in stock there. `stock`: by ref. */
export type Moment = { at: Date; timezone: string; stock: ReadonlyMap<string, Stock> };

/** Conditions as packages/menu takes them: what is not set is null. */
const conditionsOf = ({ dow, start_time, end_time, start_date, end_date }: Conditions) => ({
  dow: dow ?? null,
  start_time: start_time ?? null,
  end_time: end_time ?? null,
  start_date: start_date ?? null,
  end_date: end_date ?? null,
});

/** Whether something is offered at this time of this day, whichever the variant and however large the order. */
export const availabilityOf = (restrictions: Restrictions, { at, timezone }: Pick<Moment, 'at' | 'timezone'>) => ({
  unavailable: whyUnavailable(
    { enabled: restrictions.enabled ?? null, ...conditionsOf(restrictions) },
    { at, timezone },
  ),
  is_enabled: restrictions.enabled !== false,
  variant_refs: restrictions.variant_refs ?? null,
});

/** The price at this time, for a guest of whichever variant. */
const priceNow = ({ price, price_overrides }: Sold, { at, timezone }: Moment): string => {
  const forAll = price_overrides.filter(
    ({ variant_refs, service_types, service_type_refs }) => !variant_refs && !service_types && !service_type_refs,
  );
  const overrides = forAll.map((override) => ({ price: override.price, ...conditionsOf(override) }));
  return priceOf({ price, price_overrides: overrides }, { at, timezone });
};

/** A sku or an option: what it costs now, and whether there is any. */
export const offerOf = (sold: Sold, moment: Moment) => {
  const { id, ref, price, price_overrides, restrictions } = sold;
  const { timezone, stock } = moment;
  const entry = ref === null ? undefined : stock.get(ref);
  return {
    id,
    ref,
    price,
    price_now: priceNow(sold, moment),
    price_overrides,
    ...availabilityOf(restrictions, moment),
    stock: entry?.stock ?? null,
    sold_out_until: entry?.expires_at ? formatTime(entry.expires_at, timezone) : null,
  };
};

const offeredSku = (sku: Product['skus'][number], moment: Moment): MenuSku => ({
  ...offerOf(sku, moment),
  name: sku.name,
  option_list_ids: sku.option_list_ids,
});

/** A product with up to `skusMax` of its skus. */
export const offeredProduct = (product: Product, moment: Moment, skusMax: number): MenuProduct => {
  const { id, ref, category_id, name, description, image_ids, skus } = product;
  const shown = skus.slice(0, skusMax).map((sku) => offeredSku(sku, moment));
  return { id, ref, category_id, name, description, image_ids, skus: shown, more_skus: skus.length - shown.length };
};

/** The refs of the skus that are shown. */
export const shownRefs = (products: readonly Product[], skusMax: number): string[] =>
  products.flatMap(({ skus }) => skus.slice(0, skusMax).flatMap(({ ref }) => ref ?? []));
