/**
 * The document of a catalog: JSON text. It is compressed chunk by chunk while its parts are rendered, so that it never exists
 * as a whole. Equal catalogs have equal texts, also after parsing one.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';

export type Head = { id: string; name: string; created_at: string };

/** Many small chunks would take longer to compress. */
const chunkChars = 131_072;

const headText = (head: Head) => JSON.stringify(head).slice(0, -1);
const dataKey = ',"data":';

function* textsOf(head: Head, fields: Iterable<readonly [string, Iterable<string>]>): Generator<string> {
  yield headText(head) + dataKey;
  let opening = '{';
  for (const [field, parts] of fields) {
    yield `${opening}"${field}":[`;
    let separator = '';
    for (const part of parts) {
      yield separator;
      yield part;
      separator = ',';
    }
    yield ']';
    opening = ',';
  }
  yield '}}';
}

/** The chunks of a document. `head`: the catalog without its content. `fields`: the texts of the parts by field. */
export function* documentChunks(
  head: Head,
  fields: Iterable<readonly [field: string, parts: Iterable<string>]>,
): Generator<Buffer> {
  let pending = '';
  for (const text of textsOf(head, fields)) {
    pending += text;
    if (pending.length < chunkChars) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  yield Buffer.from(pending);
}

/** The chunks of a document with another head. The search finds no text of a client: there, quotes are escaped. */
export const chunksWithHead = (head: Head, document: Buffer): Buffer[] => [
  Buffer.from(headText(head)),
  document.subarray(document.indexOf(dataKey)),
];

/** Compresses a single chunk at once: for a small catalog, a stream takes longer than checking and rendering it. */
async function gzipOf(chunks: Generator<Buffer, void>): Promise<Uint8Array> {
  const [one, two] = [chunks.next().value, chunks.next().value];
  if (one && !two) return gzipSync(one);
  function* all() {
    if (one && two) yield* [one, two];
    yield* chunks;
  }
  return pipeline(Readable.from(all()), createGzip(), buffer);
}

/** The document as gzip; null when it equals the previous one, which is not compressed. */
export async function compressDocument(chunks: Iterable<Buffer>, previous: Buffer | null): Promise<Uint8Array | null> {
  let length = 0;
  let isSame = previous !== null;
  function* compared() {
    for (const chunk of chunks) {
      isSame &&= previous?.subarray(length, length + chunk.length).equals(chunk) ?? false;
      length += chunk.length;
      yield chunk;
    }
  }
  const compressed = await gzipOf(compared());
  return isSame && length === previous?.length ? null : compressed;
}
