/** The messages to and from the thread that prepares a catalog. */
import type { ErrorType, FieldError } from '@order-hub/shared/errors';

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
};

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

/** The fields of an ApiError: an error loses its class between threads. */
export type Refusal = { error_type: ErrorType; message: string; errors: FieldError[] | undefined; more_errors: number };

/** `unchanged`: the upload equals the stored catalog. */
export type PreparingResult =
  { outcome: 'prepared'; prepared: Prepared } | { outcome: 'unchanged' } | { outcome: 'refused'; refusal: Refusal };
