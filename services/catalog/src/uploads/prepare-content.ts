/**
 * Checks and renders uploads in a thread (open-preparer.ts), so that a large catalog does not block the event loop. Takes
 * bytes and returns bytes, which go to the database without being parsed or copied on the event loop.
 */
import { gunzipSync } from 'node:zlib';
import { invalid } from '@order-hub/shared/errors';
import { newHandling } from '@order-hub/shared/handling';
import { newId } from '@order-hub/shared/ids';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { contentFields, type ContentField, type ContentView } from '../content/content.schema.ts';
import { openViews } from '../content/content-view.ts';
import { currentContent, hasSameTypes } from '../content/current-content.ts';
import { partIds } from '../content/part-ids.ts';
import { refusalOf } from '../threads/refusal.ts';
import { documentBytesMax } from '../content/sizes.schema.ts';
import { chunksWithHead, compressDocument, documentChunks } from './compress-document.ts';
import { openRows } from './collect-rows.ts';
import type { Prepared, PreparingResult, PreparingTask, Refreshed, RefreshingTask } from './prepared-content.ts';
import { readUpload, type Upload } from './read-upload.ts';

/** A stored catalog: its document, and the content in it. */
type StoredContent = { document: Buffer; content: ContentView };

function readStored(compressed: Uint8Array): StoredContent {
  const document = gunzipSync(compressed);
  return { document, content: (JSON.parse(document.toString()) as { data: ContentView }).data };
}

/** A catalog with the fields of this release, and another time; null when nothing changes. */
async function refreshed({ head, previous }: RefreshingTask): Promise<Refreshed> {
  const stored = readStored(previous);
  const content = currentContent(stored.content);
  const rows = openRows(stored.content);
  const fields = contentFields.map((field) => [field, rows.textsOf(field, content[field])] as const);
  const document = await compressDocument(documentChunks(head, fields), stored.document);
  return document && { document, rows: rows.end(), keepsUpload: hasSameTypes(stored.content, content) };
}

/** Throws 422 for a document that is too long to be shown. */
function* showable(chunks: Iterable<Buffer>): Generator<Buffer> {
  let bytes = 0;
  for (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > documentBytesMax) {
      throw invalid(
        'data',
        'too_large',
        `must have at most ${documentBytesMax.toLocaleString('en')} bytes as it is shown`,
      );
    }
    yield chunk;
  }
}

/** A catalog with a new content; null when nothing changes. */
async function replaced(task: PreparingTask, upload: Upload, stored: StoredContent | null): Promise<Prepared | null> {
  const previous = stored && stored.content;
  const { currency, now, head } = task;
  const { name, refs } = upload;
  const view = openViews({ refs, currency, idOf: partIds(previous, () => newId(now)) });
  const rows = openRows(previous);
  function* viewsOf<Field extends ContentField>(field: Field) {
    for (const part of upload.partsOf(field)) yield view(field, part);
  }
  const fields = contentFields.map((field) => [field, rows.textsOf(field, viewsOf(field))] as const);
  const chunks = showable(documentChunks({ ...head, name }, fields));
  const document = await compressDocument(chunks, stored && stored.document);
  upload.assertValid();
  return document && { name, document, rows: rows.end() };
}

/** A catalog with another name and the same content; null when it has that name. */
async function renamed(task: PreparingTask, upload: Upload, previous: Uint8Array): Promise<Prepared | null> {
  upload.assertValid();
  const { name } = upload;
  const stored = gunzipSync(previous);
  const document = await compressDocument(chunksWithHead({ ...task.head, name }, stored), stored);
  return document && { name, document, rows: null };
}

async function resultOf(task: PreparingTask): Promise<PreparingResult> {
  const handling = newHandling(task.isStrict);
  const { unknown, doubts } = handling;
  try {
    const upload = readUpload(task, handling);
    const { previous } = task;
    const prepared = await (previous && !upload.hasContent
      ? renamed(task, upload, previous)
      : replaced(task, upload, previous && readStored(previous)));
    return prepared ? { unknown, doubts, outcome: 'prepared', prepared } : { unknown, doubts, outcome: 'unchanged' };
  } catch (error) {
    return { unknown, doubts, outcome: 'refused', refusal: refusalOf(error) };
  }
}

/**
 * The buffers of a result that do not share their memory: the thread transfers these and copies the others. A transfer costs
 * nothing, however large the catalog.
 */
function ownBuffers({ document, rows }: Pick<Prepared, 'document' | 'rows'>): ArrayBuffer[] {
  const arrays = rows && [
    ...[rows.changed, rows.removed, rows.addedRefs, rows.removedRefs].flat(2),
    ...rows.lists.map(({ ids }) => ids),
    rows.images.ids,
  ];
  return [document, ...(arrays ?? [])]
    .filter(({ byteLength, buffer }) => byteLength === buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}

/** A result for the event loop. `own`: the part of it that has buffers. */
const moved = <Result extends object>(result: Result, own: Pick<Prepared, 'document' | 'rows'> | null): Result =>
  move({ [transferableSymbol]: own ? ownBuffers(own) : [], [valueSymbol]: result }) as unknown as Result;

/** Checks and renders an upload, and finds the rows that change. */
export async function prepareContent(task: PreparingTask): Promise<PreparingResult> {
  const result = await resultOf(task);
  return moved(result, result.outcome === 'prepared' ? result.prepared : null);
}

/** Renders a stored catalog again. */
export async function refreshContent(task: RefreshingTask): Promise<Refreshed> {
  const result = await refreshed(task);
  return result && moved(result, result);
}
