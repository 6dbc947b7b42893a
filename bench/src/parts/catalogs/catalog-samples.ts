/** Catalogs of a given size, as a client uploads them. */

type CatalogSize = { name: string; products: number; skus: number; imageIds?: readonly string[] };

const optionList = (index: number) => ({
  ref: `list-${index}`,
  name: `Choice ${index}`,
  max_selections: 3,
  options: Array.from({ length: 8 }, (_, option) => ({
    ref: `option-${index}-${option}`,
    name: `Option ${option}`,
    price: '0.50 EUR',
  })),
});

const sku = (product: number, index: number) => ({
  ref: `sku-${product}-${index}`,
  name: `Size ${index}`,
  price: `${5 + (product % 20)}.90 EUR`,
  price_overrides: [{ price: '4.50 EUR', variant_refs: ['takeaway'], dow: '12345--', end_time: '14:30' }],
  option_list_refs: [`list-${product % 50}`, `list-${(product + 7) % 50}`],
  barcodes: [String(1_000_000_000_000 + product * 10 + index)],
});

function product(index: number, { skus, imageIds = [] }: CatalogSize) {
  const image = imageIds[index % Math.max(imageIds.length, 1)];
  return {
    ref: `product-${index}`,
    category_ref: `category-${index % 100}`,
    name: `Product number ${index}`,
    description: 'Made every morning, with what the season gives, by the people of the house.',
    tags: ['fresh', `tag-${index % 9}`],
    tax_rate: { delivery: '5.5', collection: '5.5', eat_in: '10' },
    image_ids: image === undefined ? [] : [image],
    skus: Array.from({ length: skus }, (_, position) => sku(index, position)),
  };
}

/** The body of an upload. */
export const catalogBody = (size: CatalogSize): Buffer =>
  Buffer.from(
    JSON.stringify({
      name: size.name,
      data: {
        variants: [{ ref: 'takeaway', name: 'Take-away' }],
        categories: Array.from({ length: 100 }, (_, index) => ({
          ref: `category-${index}`,
          name: `Category ${index}`,
          ...(index >= 10 && { parent_ref: `category-${index % 10}` }),
        })),
        products: Array.from({ length: size.products }, (_, index) => product(index, size)),
        option_lists: Array.from({ length: 50 }, (_, index) => optionList(index)),
      },
    }),
  );
