import type { Content } from '@order-hub/shared/content';
import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { Catalog } from './catalog.ts';

/** A catalog without its content: of a location or of an account. */
export const viewCatalog = ({ id, name, account_id, location_id, timezone }: Catalog) => ({
  id,
  name,
  ...(location_id === null ? { account_id } : { location_id }),
  created_at: formatTime(timeOfId(id), timezone),
});

/**
 * A whole catalog: its stored document, sent as it is, with the tag of its version (docs/api/catalogs.md#retrieve). `read`
 * gives the compressed document of that version.
 */
export const viewWholeCatalog = ({ id, version }: Catalog, read: () => Promise<Buffer>): Content => ({
  version: `${id}-${version}`,
  type: 'application/json; charset=utf-8',
  isGzip: true,
  read,
});

/** Reads a document that is in memory already. */
export const documentBytes = (document: Uint8Array) => async () =>
  Buffer.from(document.buffer, document.byteOffset, document.byteLength);
