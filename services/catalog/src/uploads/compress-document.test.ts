import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { sized } from '@order-hub/testing/extent';
import { anyText } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { chunksWithHead, compressDocument, documentChunks, type Head } from './compress-document.ts';

const name = fc.oneof(anyText(), fc.constantFrom('x","data":{', '\\","data":'));
const head = fc.record({ id: fc.string(), name, created_at: fc.string() });
const part = fc.record({ id: fc.string(), name });
/** Long enough for several chunks in some of the runs. */
const parts = fc
  .tuple(fc.array(part), fc.constantFrom(1, 1, 5_000))
  .map(([some, times]) => Array(times).fill(some).flat());
const content = fc.record({ variants: parts, categories: parts });

function* textsOf(list: readonly object[]) {
  for (const one of list) yield JSON.stringify(one);
}

const chunksOf = (of: Head, data: Record<string, object[]>) =>
  documentChunks(
    of,
    Object.entries(data).map(([field, list]) => [field, textsOf(list)] as const),
  );

const unzipped = (document: Uint8Array | null) => document && gunzipSync(document).toString();

test('a document that is written in chunks is the JSON text of the whole catalog', () =>
  fc.assert(
    fc.asyncProperty(head, content, head, async (one, data, other) => {
      const text = JSON.stringify({ ...one, data });
      expect(unzipped(await compressDocument(chunksOf(one, data), null))).toBe(text);
      const previous = Buffer.from(text);
      expect(await compressDocument(chunksOf(one, data), previous)).toBeNull();
      const renamed = JSON.stringify({ ...other, data });
      const compressed = await compressDocument(chunksWithHead(other, previous), previous);
      expect(unzipped(compressed)).toBe(renamed === text ? null : renamed);
    }),
    { numRuns: sized(8, 25) },
  ));

test('a document that begins or ends like the previous one differs from it', async () => {
  const one = { id: '1', name: 'a', created_at: '' };
  const text = JSON.stringify({ ...one, data: { charges: [] } });
  for (const previous of [`${text} `, text.slice(0, -1), ` ${text}`]) {
    expect(unzipped(await compressDocument(chunksOf(one, { charges: [] }), Buffer.from(previous)))).toBe(text);
  }
});
