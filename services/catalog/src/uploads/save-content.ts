/** Stores the content of a catalog that is new or locked (docs/api/catalogs.md#update). */
import type { Queryable } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import {
  attachImages,
  countImages,
  deleteParts,
  deleteRefs,
  insertRefs,
  upsertPartList,
  upsertParts,
  type CatalogKey,
} from './content.store.ts';
import type { ContentRows } from './prepared-content.ts';

/** Writes only the rows that change. Throws 503 when an image was removed since the upload was checked. */
export async function saveContent(trx: Queryable, catalog: CatalogKey, rows: ContentRows, now: Date): Promise<void> {
  for (const columns of rows.removed) await deleteParts(trx, catalog, columns);
  for (const columns of rows.changed) await upsertParts(trx, catalog, columns);
  for (const list of rows.lists) await upsertPartList(trx, catalog, list);
  for (const columns of rows.removedRefs) await deleteRefs(trx, catalog, columns);
  for (const columns of rows.addedRefs) await insertRefs(trx, catalog, columns);
  const { ids, count } = rows.images;
  await attachImages(trx, catalog, ids, now);
  if (count > 0 && (await countImages(trx, catalog, ids)) < count)
    throw serviceUnavailable('An image was removed meanwhile; repeat the request');
}
