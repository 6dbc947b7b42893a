import type { Call } from './call-api.ts';

/** Creates a catalog of the connection's location with a product, an option list and an image, all named `name`. */
export async function anOwnCatalog(call: Call, name: string) {
  const skus = [{ ref: name, price: '1.00 EUR' }];
  const options = [{ ref: name, name, price: '0.00 EUR' }];
  const data = {
    categories: [{ ref: name, name }],
    products: [{ ref: name, category_ref: name, name, skus }],
    option_lists: [{ ref: name, name, options }],
  };
  const { body } = await call('POST /location/catalogs', { body: { name, data } });
  const headers = { 'content-type': 'image/gif' };
  const { body: image } = await call(`POST /catalogs/${body.id}/images`, { headers, body: `GIF89a ${name}` });
  const [product] = body.data.products;
  return {
    catalog_id: body.id as string,
    image_id: image.id as string,
    parent_id: product.id as string,
    part_id: product.skus[0].id as string,
    sku_ref: name,
    option_ref: name,
  };
}
