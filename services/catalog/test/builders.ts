/** Catalogs as a client sends them. */
import type { Answer } from '@order-hub/testing/ask';
import type { TestCaller } from '@order-hub/testing/call';
import { aPicture } from '@order-hub/testing/pictures';
import type { z } from 'zod';
import { newId } from '@order-hub/shared/ids';
import { menu } from '../src/content/catalog-examples.ts';
import type { catalogUpload } from '../src/content/upload.schema.ts';
import type { TestCatalog } from './service.ts';

export type CatalogBody = z.input<typeof catalogUpload>;

/** A catalog with parts of every kind. */
export const aCatalog = (overrides: Partial<CatalogBody> = {}): CatalogBody => ({
  ...structuredClone(menu),
  ...overrides,
});

/** A catalog of `count` products with a sku each. The products with an index in `dearer` cost more. */
export const aLongCatalog = (name: string, count: number, dearer: readonly number[] = []): CatalogBody => ({
  name,
  data: {
    categories: [{ ref: 'all', name: 'All' }],
    products: Array.from({ length: count }, (_, index) => ({
      ref: `p${index}`,
      category_ref: 'all',
      name: `${name} ${index}`,
      skus: [{ ref: `s${index}`, price: dearer.includes(index) ? '9.00 EUR' : '1.00 EUR' }],
    })),
  },
});

/** Creates a catalog of the caller's location, or of its account. */
export const createCatalog = (service: TestCatalog, as: TestCaller, body: unknown = aCatalog()): Promise<Answer> => {
  const place = as.location_id === null ? `/accounts/${as.account?.id ?? ''}` : `/locations/${as.location_id}`;
  return service.call(`POST ${place}/catalogs`, { as, body });
};

/** Creates a catalog with a name of its own, and returns its id. */
export const createCatalogId = async (service: TestCatalog, as: TestCaller, data?: CatalogBody['data']) =>
  (await createCatalog(service, as, { name: newId(), data })).body.id as string;

/** Creates an image of a catalog, and returns its id. */
export async function createImageId(service: TestCatalog, as: TestCaller, catalog_id: string): Promise<string> {
  const headers = { 'content-type': 'image/gif' };
  return (await service.call(`POST /catalogs/${catalog_id}/images`, { as, headers, body: aPicture('image/gif', '') }))
    .body.id;
}
