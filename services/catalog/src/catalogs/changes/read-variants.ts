import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Database } from '@order-hub/shared/database';
import { variantsIn } from '../../content/changes/spliced-document.ts';
import type { Catalog } from '../catalog.ts';
import { findDocumentOfVersion } from '../catalog.store.ts';

const unzipped = promisify<Uint8Array, Buffer>(gunzip);

/** The variants of a catalog, which have no rows. Empty when the catalog is changed meanwhile. */
export async function readVariants(db: Database, catalog: Catalog) {
  const stored = await findDocumentOfVersion(db, catalog);
  if (!stored) return [];
  return variantsIn(await unzipped(stored.document)).map(({ ref, name }) => ({ ref, name }));
}
