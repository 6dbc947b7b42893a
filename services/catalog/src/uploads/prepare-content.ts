/**
 * Checks and renders uploads in a thread (open-preparer.ts), so that a large catalog does not block the event loop. Takes
 * bytes and returns bytes, which go to the database without being parsed or copied on the event loop.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { textArray } from '@order-hub/shared/binary-array';
import { ApiError, invalid, invalidFields } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { fieldErrors, jsonOf } from '@order-hub/shared/read-request';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { contentUpload, type ContentView } from '../content/content.schema.ts';
import { viewContent } from '../content/content-view.ts';
import { partIds } from '../content/part-ids.ts';
import { documentBytesMax, partsMax, uploadBytesMax } from '../content/sizes.schema.ts';
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
import type { Columns, ContentRows, Prepared, PreparingResult, PreparingTask } from './prepared-content.ts';
import { countParts, uploadFaults } from './upload-faults.ts';

/** The limits of one statement, so that none occupies the event loop or the database for long. */
const rowsMax = 1_000;
const charsMax = 2 * 1024 * 1024;

/** Rows as columns, a portion for each statement. */
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

/** Throws 422 for a content that is too long to be shown, before the document repeats its texts. */
function assertShowable(texts: PartTexts): void {
  const bytes = Object.values(texts)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > documentBytesMax) {
    throw invalid('data', `must have at most ${documentBytesMax.toLocaleString('en')} bytes as it is shown`);
  }
}

/** The whole catalog as JSON text. Equal catalogs have equal texts, also after parsing one. */
const documentOf = ({ head }: PreparingTask, name: string, data: ContentView) =>
  JSON.stringify({ ...head, name, data });

/** A stored catalog: its document, and the content in it. */
type StoredContent = { document: string; content: ContentView };

function readStored(compressed: Uint8Array): StoredContent {
  const document = gunzipSync(compressed).toString();
  return { document, content: (JSON.parse(document) as { data: ContentView }).data };
}

/** A catalog with a new content; null when nothing changes. */
function replaced(task: PreparingTask, { name, data }: CatalogUpload, stored: StoredContent | null): Prepared | null {
  const previous = stored && stored.content;
  const ids = partIds(previous, () => newId(task.now));
  const content = viewContent(data ?? contentUpload.parse({}), ids);
  const texts = partTexts(content);
  assertShowable(texts);
  const document = documentOf(task, name, content);
  if (document === stored?.document) return null;
  return { name, document: gzipSync(document), rows: rowsOf(previous, content, texts) };
}

/** A catalog with another name and the same content; null when it has that name. */
function renamed(task: PreparingTask, name: string, { document, content }: StoredContent): Prepared | null {
  const next = documentOf(task, name, content);
  return next === document ? null : { name, document: gzipSync(next), rows: null };
}

function resultOf(task: PreparingTask): PreparingResult {
  try {
    const upload = readUpload(task);
    const stored = task.previous && readStored(task.previous);
    const prepared =
      stored && upload.data == null ? renamed(task, upload.name, stored) : replaced(task, upload, stored);
    return prepared ? { outcome: 'prepared', prepared } : { outcome: 'unchanged' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { error_type, message, errors, more_errors } = error;
    return { outcome: 'refused', refusal: { error_type, message, errors, more_errors } };
  }
}

/**
 * The buffers of a result that do not share their memory: the thread transfers these and copies the others. A transfer costs
 * nothing, however large the catalog.
 */
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

/** Checks and renders an upload, and finds the rows that change. */
export function prepareContent(task: PreparingTask) {
  const result = resultOf(task);
  return move({
    [transferableSymbol]: ownBuffers(result),
    [valueSymbol]: result,
  }) as unknown as PreparingResult;
}
