import { createHash } from 'node:crypto';
import type { Client } from '@order-hub/client';
import { aPicture } from '@order-hub/testing/pictures';

const lineIdChars = 16;

/** Pages name a line of a deal by its skus: the API gives it no id. */
const lineIdOf = (sku_id: string) => createHash('sha256').update(sku_id).digest('hex').slice(0, lineIdChars);

/** Creates a catalog of the connection's location with a product, an option list, a deal and an image, all named `name`. */
export async function anOwnCatalog(api: Client, name: string) {
  const skus = [{ ref: name, price: '1.00 EUR' }];
  const options = [{ ref: name, name, price: '0.00 EUR' }];
  const lines = [
    { skus: [{ ref: name }], pricing_effect: 'fixed_price' as const, pricing_value: '0.90 EUR', label: name },
  ];
  const data = {
    categories: [{ ref: name, name }],
    products: [
      { ref: name, category_ref: name, name, skus: skus.map((sku) => ({ ...sku, option_list_refs: [name] })) },
    ],
    option_lists: [{ ref: name, name, options }],
    deals: [{ ref: name, name, lines }],
  };
  const { id: catalog_id, data: stored } = await api.createCatalog({ body: { name, data } });
  const body = new Blob([new Uint8Array(aPicture('image/gif', name))], { type: 'image/gif' });
  const { id: image_id } = await api.createImage({ catalog_id, body });
  const [product, list] = [stored?.products[0], stored?.option_lists[0]];
  return {
    catalog_id,
    image_id,
    parent_id: product?.id ?? '',
    part_id: product?.skus[0]?.id ?? '',
    sku_ref: name,
    option_ref: name,
    option_list_id: list?.id ?? '',
    option_id: list?.options[0]?.id ?? '',
    category_id: stored?.categories[0]?.id ?? '',
    deal_id: stored?.deals[0]?.id ?? '',
    line_id: lineIdOf(product?.skus[0]?.id ?? ''),
  };
}
