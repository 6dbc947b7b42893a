/** Catalogs of several sizes, as a client uploads them. */

type Size = { name: string; products: number; skus: number; imageIds?: readonly string[] };

const optionList = (index: number) => ({
  ref: `list-${index}`,
  name: `Choice ${index}`,
  max_selections: 3,
  options: Array.from({ length: 8 }, (_, place) => ({
    ref: `option-${index}-${place}`,
    name: `Option ${place}`,
    price: '0.50 EUR',
  })),
});

const sku = (product: number, place: number) => ({
  ref: `sku-${product}-${place}`,
  name: `Size ${place}`,
  price: `${5 + (product % 20)}.90 EUR`,
  price_overrides: [{ price: '4.50 EUR', variant_refs: ['takeaway'], dow: '12345--', end_time: '14:30' }],
  option_list_refs: [`list-${product % 50}`, `list-${(product + 7) % 50}`],
  barcodes: [String(1_000_000_000_000 + product * 10 + place)],
});

function product(index: number, { skus, imageIds = [] }: Size) {
  const image = imageIds[index % Math.max(imageIds.length, 1)];
  return {
    ref: `product-${index}`,
    category_ref: `category-${index % 100}`,
    name: `Product number ${index}`,
    description: 'Made every morning, with what the season gives, by the people of the house.',
    tags: ['fresh', `tag-${index % 9}`],
    tax_rate: { delivery: '5.5', collection: '5.5', eat_in: '10' },
    image_ids: image === undefined ? [] : [image],
    skus: Array.from({ length: skus }, (_, place) => sku(index, place)),
  };
}

/** The body of an upload. */
export const catalogBody = (size: Size): Buffer =>
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
