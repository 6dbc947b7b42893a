/** A catalog's content as an upload, at other prices. */
import type { Schemas } from '@order-hub/client';
import { formatMoney, parseMoney } from '@order-hub/client/money';

type Content = Schemas['CatalogContent'];

/** An amount changed by a percentage of whole numbers, rounded to hundredths; never below zero. */
export function changedPrice(price: string, percent: number): string {
  const { hundredths, currency } = parseMoney(price);
  return formatMoney({ hundredths: (hundredths * BigInt(100 + percent) + 50n) / 100n, currency });
}

/** With refs where a response has ids. Prices of skus, options and overrides change; deals and discounts stay. */
export function withChangedPrices(content: Content, percent: number): Schemas['CatalogContentUpload'] {
  const categories = new Map(content.categories.map(({ id, ref }) => [id, ref]));
  const lists = new Map(content.option_lists.map(({ id, ref }) => [id, ref]));
  const refIn = (refs: ReadonlyMap<string, string>, id: string | null) => (id === null ? null : (refs.get(id) ?? null));
  const priced = <Part extends { price: string; price_overrides: { price: string }[] }>(part: Part) => ({
    ...part,
    price: changedPrice(part.price, percent),
    price_overrides: part.price_overrides.map((rule) => ({ ...rule, price: changedPrice(rule.price, percent) })),
  });
  return {
    ...content,
    categories: content.categories.map((category) => ({
      ...category,
      parent_ref: refIn(categories, category.parent_id),
    })),
    products: content.products.map((product) => ({
      ...product,
      category_ref: refIn(categories, product.category_id) ?? '',
      skus: product.skus.map((sku) => ({
        ...priced(sku),
        option_list_refs: sku.option_list_ids.flatMap((id) => lists.get(id) ?? []),
      })),
    })),
    option_lists: content.option_lists.map((list) => ({ ...list, options: list.options.map(priced) })),
    deals: content.deals.map((deal) => ({
      ...deal,
      category_ref: refIn(categories, deal.category_id),
      lines: deal.lines.map((line) => ({
        ...line,
        skus: line.skus.flatMap(({ ref, extra_charge }) => (ref === null ? [] : { ref, extra_charge })),
      })),
    })),
    // A response types its service types as texts; they are those that an upload may have.
  } as Schemas['CatalogContentUpload'];
}
