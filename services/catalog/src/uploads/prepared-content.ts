/** The messages to and from the thread that prepares a catalog. */
import type { FieldError } from '@order-hub/shared/errors';
import type { Refusal } from '../threads/refusal.ts';

/** An upload, and what it is checked and rendered with. */
export type PreparingTask = {
  /** The body: JSON. */
  bytes: Uint8Array;
  /** The catalog without its content. Its name is replaced by that of the body. */
  head: { id: string; name: string; created_at: string };
  currency: string;
  /** The images of the catalog. */
  imageIds: readonly string[];
  /** The stored document; null for a new catalog. */
  previous: Uint8Array | null;
  now: Date;
  /** Whether unknown fields are refused. */
  isStrict: boolean;
};

/** A stored catalog that is rendered again. `head`: with the time to show. */
export type RefreshingTask = Pick<PreparingTask, 'head'> & { previous: Uint8Array };

/**
 * A catalog that is rendered again. `keepsUpload`: the body that it was made from would still make this content. Null when
 * nothing changes.
 */
export type Refreshed = { document: Uint8Array; rows: ContentRows; keepsUpload: boolean } | null;

/** Columns of several rows, each PostgreSQL's binary form of a `text[]` (shared/binary-array.ts). */
export type Columns = Uint8Array[];

/** The rows to write and to delete, besides the document. */
export type ContentRows = {
  /** kind, id, document */
  changed: Columns[];
  /** kind, id */
  removed: Columns[];
  lists: { kind: string; ids: Uint8Array }[];
  /** kind, ref */
  addedRefs: Columns[];
  removedRefs: Columns[];
  /** The ids of the images that parts name, in binary form, and their number. */
  images: { ids: Uint8Array; count: number };
};

/** A catalog that is ready to be stored. `rows` is null when only the name changes. */
export type Prepared = { name: string; document: Uint8Array; rows: ContentRows | null };

/** `unchanged`: the upload equals the stored catalog. `unknown`: the fields that were ignored. `doubts`: those that can hardly be meant. */
export type PreparingResult = { unknown: FieldError[]; doubts: FieldError[] } & (
  { outcome: 'prepared'; prepared: Prepared } | { outcome: 'unchanged' } | { outcome: 'refused'; refusal: Refusal }
);
