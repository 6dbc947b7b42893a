/**
 * Replaces parts in the JSON text of a catalog, without parsing it. A part in the document has the text of its row, and begins
 * with its id.
 */
import { unprocessable } from '@order-hub/shared/errors';

/** A part to replace. */
export type Splice = { id: string; before: string; after: string };

const opening = '{"id":"';

/** Up to this many are searched one by one, and more by going through all objects with an id once. */
const searchedMax = 50;

/** Where objects with these ids are in a document. */
function* placesOf(document: Buffer, ids: readonly string[]): Generator<readonly [id: string, start: number]> {
  const wanted = new Set(ids);
  const texts = ids.length <= searchedMax ? ids.map((id) => `${opening}${id}"`) : [opening];
  for (const text of texts) {
    for (let at = document.indexOf(text); at >= 0; at = document.indexOf(text, at + text.length)) {
      const idAt = at + opening.length;
      const id = document.toString('latin1', idAt, document.indexOf('"', idAt));
      if (wanted.has(id)) yield [id, at];
    }
  }
}

type Located = Splice & { replaced: Buffer; start: number };

/** Custom fields may hold objects with the same id, and even a copy of a whole part: then nobody knows which is meant. */
function located(document: Buffer, splices: readonly Splice[]): Located[] {
  const byId = new Map(splices.map((splice) => [splice.id, { ...splice, replaced: Buffer.from(splice.before) }]));
  const found = new Map<string, Located>();
  for (const [id, start] of placesOf(document, [...byId.keys()])) {
    const splice = byId.get(id);
    if (!splice || !document.subarray(start, start + splice.replaced.length).equals(splice.replaced)) continue;
    if (found.has(id)) throw unprocessable('The catalog holds a copy of this part in custom fields', 'part_copied');
    found.set(id, { ...splice, start });
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** The document with these parts replaced. Throws Error when a part is not there as it is stored: a bug. */
export function splicedDocument(document: Buffer, splices: readonly Splice[]): Buffer {
  const inOrder = located(document, splices);
  if (inOrder.length < splices.length) throw new Error('A part of the document does not equal its row');
  const pieces: Buffer[] = [];
  let end = 0;
  for (const { start, replaced, after } of inOrder) {
    pieces.push(document.subarray(end, start), Buffer.from(after));
    end = start + replaced.length;
  }
  return Buffer.concat([...pieces, document.subarray(end)]);
}

const [variantsKey, categoriesKey] = ['"data":{"variants":', ',"categories":['];

/** The refs of the variants in a document. They have no rows. */
export function variantsIn(document: Buffer): { ref: string; name: string }[] {
  const start = document.indexOf(variantsKey) + variantsKey.length;
  const text = document.toString('utf8', start, document.indexOf(categoriesKey, start));
  return JSON.parse(text) as { ref: string; name: string }[];
}

/** Whether a part of the document names an image. */
export const namesImage = (document: Buffer, id: string): boolean => document.includes(`"${id}"`);

export type FoundSku = { name: string | null; product_id: string };

/** The beginning of a sku, as far as its product. A name has up to 1,000 characters, and so has a ref. */
const skuStart =
  /^\{"id":"[^"]*","ref":(?:null|"(?:[^"\\]|\\.)*"),"name":(null|"(?:[^"\\]|\\.)*"),"product_id":"([^"]*)"/;
const skuStartBytes = 16_384;

/** These skus of the document by id. Each is found once, whatever custom fields hold. */
export function skusIn(document: Buffer, ids: readonly string[]): Map<string, FoundSku> {
  const skus = new Map<string, FoundSku>();
  for (const [id, start] of placesOf(document, ids)) {
    const [, name, product_id] = skuStart.exec(document.toString('utf8', start, start + skuStartBytes)) ?? [];
    if (name === undefined || product_id === undefined || skus.has(id)) continue;
    skus.set(id, { name: JSON.parse(name) as string | null, product_id });
  }
  return skus;
}
