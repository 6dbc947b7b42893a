/** Bodies for attacks: as large and as costly as the limits allow (docs/api/limits.md). */
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const item = { product_name: 'Margherita', price: '9.50 EUR', quantity: '1' };

/** An order of `items` items, each with notes of `chars` characters. */
export const orderOf = (items: number, chars = 0): string => {
  const noted = chars > 0 ? { customer_notes: 'n'.repeat(chars) } : {};
  return JSON.stringify({ status: 'new', items: times(items, () => ({ ...item, ...noted })) });
};

/** 0.9 MiB, of which everything is stored. */
export const storedOrder = orderOf(100, 9_200);

/** Almost 1 MiB that becomes more than 1 MiB, and so ends as 422. */
export const refusedOrder = JSON.stringify({
  status: 'new',
  items: times(1_000, (index) => ({
    ...item,
    options: times(18, () => ({ option_list_name: 'L', name: `${index}` })),
  })),
});

const catalogOf = (products: object[]) => ({
  categories: [{ ref: 'C', name: 'C' }],
  products,
});

const product = (index: number, skus: object[], more: object = {}) => ({
  ...{ ref: `P${index}`, category_ref: 'C', name: `Product ${index}`, skus },
  ...more,
});

const sku = (ref: string, more: object = {}) => ({ ref, price: '1.00 EUR', ...more });

/** A catalog for a shop. */
export const smallCatalog = (name: string) =>
  JSON.stringify({ name, data: catalogOf(times(20, (index) => product(index, [sku(`S${index}`)]))) });

/** One whose list of products has 13 MiB on a page. */
export const longListCatalog = (name: string) =>
  JSON.stringify({
    name,
    data: catalogOf(
      times(100, (index) =>
        product(
          index,
          times(120, (at) => sku(`S${index}-${at}`, { name: `${at}`.padEnd(900, 'n') })),
        ),
      ),
    ),
  });

/** Rendered once: the attacker's own work would slow the attack down. */
const manyParts = JSON.stringify(
  catalogOf(
    times(900, (index) =>
      product(
        index,
        times(99, (at) => sku(`S${index}-${at}`, { name: `${at}` })),
      ),
    ),
  ),
);

/** One of 90,000 parts. */
export const manyPartsCatalog = (name: string) => `{"name":${JSON.stringify(name)},"data":${manyParts}}`;

/** An inventory of the many parts, as long as 1 MiB allows. */
export const longInventory = JSON.stringify(
  times(18_000, (index) => ({ sku_ref: `S${Math.floor(index / 99)}-${index % 99}`, stock: '1' })),
);
