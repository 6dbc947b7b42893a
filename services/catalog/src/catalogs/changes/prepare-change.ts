import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from '@order-hub/shared/database';
import { invalid, invalidFields, unprocessable } from '@order-hub/shared/errors';
import type { MenuChange, MenuConflict } from '@order-hub/shared/menu-calls';
import { changeFaults } from '../../content/changes/change-faults.ts';
import {
  changedParts,
  type ChangedPart,
  type MadeChange,
  type StoredPart,
} from '../../content/changes/change-parts.ts';
import { namesImage, splicedDocument, variantsIn } from '../../content/changes/spliced-document.ts';
import { documentBytesMax } from '../../content/sizes.schema.ts';
import type { Catalog } from '../catalog.ts';
import { findImageIds, findParts, type CatalogKey } from './changed-part.store.ts';

/** What a change writes. `attached`, `detached`: images. */
export type PreparedChange = {
  document: Uint8Array;
  parts: StoredPart[];
  attached: string[];
  detached: string[];
  made: MadeChange[];
};

/** With conflicts, nothing is to be stored; without both, nothing changes. */
export type PreparedOutcome = { prepared: PreparedChange | null; conflicts: MenuConflict[] };

/** The most characters that are parsed for one change: it takes some 100 ms of the event loop. */
const charsMax = 16_000_000;

/** Throws 422 when the parts are too large together. */
function assertReadable(parts: readonly StoredPart[]): void {
  const chars = parts.reduce((sum, { document }) => sum + document.length, 0);
  if (chars > charsMax)
    throw unprocessable(
      'These changes are in parts that are too large together; make fewer at once',
      'changes_too_large',
    );
}

const unzipped = promisify<Uint8Array, Buffer>(gunzip);
const zipped = promisify<Uint8Array, Buffer>(gzip);

const imagesOf = (parts: readonly { image_ids?: readonly string[] }[]) =>
  new Set(parts.flatMap(({ image_ids = [] }) => image_ids));

const before = ({ before: text }: ChangedPart) => JSON.parse(text) as { image_ids?: readonly string[] };

/** The images that parts have after a change and not before, and those that no part has any more. */
function movedImages(parts: readonly ChangedPart[], document: Buffer) {
  const had = imagesOf(parts.map(before));
  const have = imagesOf(parts.map(({ part }) => part));
  return {
    attached: [...have].filter((id) => !had.has(id)),
    detached: [...had].filter((id) => !have.has(id) && !namesImage(document, id)),
  };
}

/**
 * What changes of single fields make of a stored catalog. Only the parts in question are parsed, and zlib works in threads of
 * its own, so the event loop is free however large the catalog is. Throws 422 with every fault.
 */
export async function prepareChange(
  db: Database,
  { account_id, id: catalog_id, currency }: Catalog,
  compressed: Uint8Array,
  changes: readonly MenuChange[],
): Promise<PreparedOutcome> {
  const key: CatalogKey = { account_id, catalog_id };
  const [document, stored] = await Promise.all([unzipped(compressed), findParts(db, key, changes)]);
  assertReadable(stored);
  const { parts, made, conflicts, faults } = changedParts(stored, changes);
  if (faults.length > 0) throw invalidFields(faults);
  if (conflicts.length > 0) return { prepared: null, conflicts };
  if (parts.length === 0) return { prepared: null, conflicts };
  const imageIds = await findImageIds(db, key, [...imagesOf(parts.map(({ part }) => part))]);
  const variantRefs = new Set(variantsIn(document).map(({ ref }) => ref));
  const faultsBetween = changeFaults(changes, { parts, currency, imageIds, variantRefs });
  if (faultsBetween.length > 0) throw invalidFields(faultsBetween);
  const rows = parts.map(({ kind, id, before: text, part }) => ({
    kind,
    id,
    before: text,
    after: JSON.stringify(part),
  }));
  const next = splicedDocument(document, rows);
  if (next.length > documentBytesMax)
    throw invalid('changes', 'too_large', `make a catalog of more than ${documentBytesMax.toLocaleString('en')} bytes`);
  return {
    prepared: {
      document: await zipped(next),
      parts: rows.map(({ kind, id, after }) => ({ kind, id, document: after })),
      ...movedImages(parts, next),
      made,
    },
    conflicts,
  };
}
