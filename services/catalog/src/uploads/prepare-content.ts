/**
 * All of an upload that costs: runs in a thread of its own (open-preparing.ts), so that a large catalog keeps no other
 * request waiting. Takes bytes and gives bytes, which are neither parsed nor copied on the way to the database.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { textArray } from '@order-hub/shared/binary-array';
import { ApiError, invalid, invalidFields } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { fieldErrors, jsonOf } from '@order-hub/shared/read-request';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { catalogUpload, type CatalogUpload } from '../content/upload.schema.ts';
import {
  changedLists,
  changedParts,
  changedRefs,
  imagesOf,
  partTexts,
  removedParts,
  type PartTexts,
} from './content-rows.ts';
import { contentUpload, type ContentView } from '../content/content.schema.ts';
import { viewContent } from '../content/content-view.ts';
import { partIds } from '../content/part-ids.ts';
import type { Columns, ContentRows, Prepared, PreparingResult, PreparingTask } from './prepared-content.ts';
import { documentBytesMax, partsMax, uploadBytesMax } from '../content/sizes.schema.ts';
import { countParts, uploadFaults } from './upload-faults.ts';

/** Rows of one statement, and about how many bytes of text: neither thread nor database is held long by one. */
const rowsMax = 1_000;
const charsMax = 2 * 1024 * 1024;

/** Rows as columns, in portions. */
function columnsOf<Row extends Record<string, string>>(
  rows: readonly Row[],
  fields: readonly (keyof Row)[],
): Columns[] {
  const portions: Row[][] = [];
  let chars = 0;
  for (const row of rows) {
    const rowChars = fields.reduce((sum, field) => sum + (row[field]?.length ?? 0), 0);
    let portion = portions.at(-1);
    if (!portion || portion.length >= rowsMax || chars + rowChars > charsMax) {
      portions.push((portion = []));
      chars = 0;
    }
    portion.push(row);
    chars += rowChars;
  }
  return portions.map((portion) => fields.map((field) => textArray(portion.map((row) => row[field] ?? ''))));
}

/** Throws ApiError with every fault of the body. */
function readUpload({ bytes, currency, imageIds }: PreparingTask): CatalogUpload {
  const body = jsonOf(bytes, uploadBytesMax);
  if (countParts(body) > partsMax) throw invalid('data', `must have at most ${partsMax.toLocaleString('en')} parts`);
  const { success, data, error } = catalogUpload.safeParse(body);
  const faults = [...(success ? [] : fieldErrors(error)), ...uploadFaults(body, currency, imageIds)];
  if (!success || faults.length > 0) throw invalidFields(faults);
  return data;
}

const beforeContent = ',"data":';

/** The document: what the catalog shows before its content, then each part as it is. */
function documentOf(head: object, content: string): string {
  return `${JSON.stringify(head).slice(0, -1)}${beforeContent}${content}}`;
}

function contentOf(texts: PartTexts): string {
  const fields = Object.entries(texts).map(([field, parts]) => `"${field}":[${parts.join(',')}]`);
  return `{${fields.join(',')}}`;
}

/** The content of a document, as text. What precedes it holds no such quotes: in a text they are escaped. */
const contentTextOf = (document: string) => document.slice(document.indexOf(beforeContent) + beforeContent.length, -1);

function rowsOf(previous: ContentView | null, content: ContentView, texts: PartTexts): ContentRows {
  const before = previous && { content: previous, texts: partTexts(previous) };
  const refs = changedRefs(previous, content);
  const images = imagesOf(content);
  return {
    changed: columnsOf(changedParts(before, { content, texts }), ['kind', 'id', 'document']),
    removed: columnsOf(removedParts(previous, content), ['kind', 'id']),
    lists: changedLists(previous, content).map(({ kind, ids }) => ({ kind, ids: textArray(ids) })),
    addedRefs: columnsOf(refs.added, ['kind', 'ref']),
    removedRefs: columnsOf(refs.removed, ['kind', 'ref']),
    images: { ids: textArray(images), count: images.length },
  };
}

/** Throws 422 for a content that is too long to be shown, before a longer text is made of its parts. */
function assertShowable(texts: PartTexts): void {
  const bytes = Object.values(texts)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > documentBytesMax) {
    throw invalid('data', `must have at most ${documentBytesMax.toLocaleString('en')} bytes as it is shown`);
  }
}

/** The document of a catalog whose content is replaced, with its rows; or null when nothing changes. */
function replaced(task: PreparingTask, { name, data }: CatalogUpload, before: string | null): Prepared | null {
  const previous = before === null ? null : (JSON.parse(contentTextOf(before)) as ContentView);
  const ids = partIds(previous, () => newId(task.now));
  const content = viewContent(data ?? contentUpload.parse({}), ids);
  const texts = partTexts(content);
  assertShowable(texts);
  const document = documentOf({ ...task.head, name }, contentOf(texts));
  if (document === before) return null;
  return { name, document: gzipSync(document), rows: rowsOf(previous, content, texts) };
}

/** The document of a catalog of which only the name is sent; or null when it has that name. */
function renamed({ head }: PreparingTask, name: string, before: string): Prepared | null {
  const document = documentOf({ ...head, name }, contentTextOf(before));
  return document === before ? null : { name, document: gzipSync(document), rows: null };
}

function resultOf(task: PreparingTask): PreparingResult {
  try {
    const upload = readUpload(task);
    const before = task.previous && gunzipSync(task.previous).toString();
    const keepsContent = before !== null && upload.data == null;
    const prepared = keepsContent ? renamed(task, upload.name, before) : replaced(task, upload, before);
    return prepared ? { outcome: 'prepared', prepared } : { outcome: 'unchanged' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error_type, message, errors, more_errors } = error;
    return { outcome: 'refused', refusal: { error_type, message, errors, more_errors } };
  }
}

/** The buffers of a result that have memory of their own: these are handed over, the small ones are copied. */
function ownBuffers(result: PreparingResult): ArrayBuffer[] {
  if (result.outcome !== 'prepared') return [];
  const { document, rows } = result.prepared;
  const arrays = rows && [
    ...[rows.changed, rows.removed, rows.addedRefs, rows.removedRefs].flat(2),
    ...rows.lists.map(({ ids }) => ids),
    rows.images.ids,
  ];
  return [document, ...(arrays ?? [])]
    .filter(({ byteLength, buffer }) => byteLength === buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}

/** Checks and renders an upload, and says which rows change with it. */
export function prepareContent(task: PreparingTask) {
  const result = resultOf(task);
  return move({
    [transferableSymbol]: ownBuffers(result),
    [valueSymbol]: result,
  }) as unknown as PreparingResult;
}
