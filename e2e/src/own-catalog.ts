import type { Client } from '@order-hub/client';

/** Creates a catalog of the connection's location with a product, an option list and an image, all named `name`. */
export async function anOwnCatalog(api: Client, name: string) {
  const skus = [{ ref: name, price: '1.00 EUR' }];
  const options = [{ ref: name, name, price: '0.00 EUR' }];
  const data = {
    categories: [{ ref: name, name }],
    products: [{ ref: name, category_ref: name, name, skus }],
    option_lists: [{ ref: name, name, options }],
  };
  const { id: catalog_id, data: stored } = await api.createCatalog({ body: { name, data } });
  const body = new Blob([`GIF89a ${name}`], { type: 'image/gif' });
  const { id: image_id } = await api.createImage({ catalog_id, body });
  const product = stored?.products[0];
  return {
    catalog_id,
    image_id,
    parent_id: product?.id ?? '',
    part_id: product?.skus[0]?.id ?? '',
    sku_ref: name,
    option_ref: name,
  };
}
