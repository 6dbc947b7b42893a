import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Database } from '@order-hub/shared/database';
import { skusIn, variantsIn, type FoundSku } from '../../content/changes/spliced-document.ts';
import type { Catalog } from '../catalog.ts';
import { findDocumentOfVersion } from '../catalog.store.ts';

const unzipped = promisify<Uint8Array, Buffer>(gunzip);

type Variants = { ref: string; name: string }[];

/**
 * The variants of a catalog, and these of its skus by id: neither has rows. The document is not parsed. Both are empty when the
 * catalog is changed meanwhile.
 */
export async function readUnlisted(
  db: Database,
  catalog: Catalog,
  skuIds: readonly string[],
): Promise<{ variants: Variants; skus: Map<string, FoundSku> }> {
  const stored = await findDocumentOfVersion(db, catalog);
  if (!stored) return { variants: [], skus: new Map() };
  const document = await unzipped(stored.document);
  const variants = variantsIn(document).map(({ ref, name }) => ({ ref, name }));
  return { variants, skus: skusIn(document, skuIds) };
}

/** The variants of a catalog. */
export const readVariants = async (db: Database, catalog: Catalog): Promise<Variants> =>
  (await readUnlisted(db, catalog, [])).variants;
