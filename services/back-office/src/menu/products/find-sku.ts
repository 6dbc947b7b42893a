import type { UserVisit } from '@order-hub/pages/visit';
import { notFound } from '@order-hub/shared/errors';
import { retrieveMenuProduct } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';

type SkuIds = { location_id: string; catalog_id: string; product_id: string; sku_id: string };

/** A sku with its product and menu, for the pages about it. Throws 404. */
export async function findSku(askFor: AskFor, visit: UserVisit, ids: SkuIds) {
  const { catalog_id, product_id, sku_id } = ids;
  const found = await askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } });
  const sku = found.product.skus.find(({ id }) => id === sku_id);
  if (!sku) throw notFound('Sku');
  return { ids, ...found, sku };
}
