/** A whole catalog as a response: its stored document, with the tag of its version (docs/api/catalogs.md#retrieve). */
import type { Content } from '@order-hub/shared/content';
import type { Catalog } from './catalog.ts';

/** `read` gives the document of this version, compressed. */
export const wholeCatalog = ({ id, version }: Catalog, read: () => Promise<Buffer>): Content => ({
  version: `${id}-${version}`,
  type: 'application/json; charset=utf-8',
  isGzip: true,
  read,
});

/** A document that is at hand. */
export const bytesOf = (document: Uint8Array) => async () =>
  Buffer.from(document.buffer, document.byteOffset, document.byteLength);
