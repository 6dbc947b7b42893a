import type { Queryable } from '@order-hub/shared/database';
import { listImageIds, type CatalogKey } from './content.store.ts';

/** The ids of the images that parts of a catalog may have. */
export const findImageIds = (db: Queryable, catalog: CatalogKey): Promise<string[]> => listImageIds(db, catalog);
