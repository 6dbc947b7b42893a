/** What goes to the thread that prepares a catalog, and what comes back. */
import type { ErrorType, FieldError } from '@order-hub/shared/errors';

/** An upload, and what it is judged by. */
export type PreparingTask = {
  /** The body: JSON. */
  bytes: Uint8Array;
  /** What a catalog shows before its content; its name is that of the body. */
  head: { id: string; name: string; created_at: string };
  currency: string;
  /** The images that the catalog has. */
  imageIds: readonly string[];
  /** The document as it is stored; null for a new catalog. */
  previous: Uint8Array | null;
  now: Date;
};

/** Columns of several rows, each PostgreSQL's binary form of a `text[]` (shared/binary-array.ts). */
export type Columns = Uint8Array[];

/** The rows to write and to delete beside the document. */
export type ContentRows = {
  /** kind, id, document */
  changed: Columns[];
  /** kind, id */
  removed: Columns[];
  lists: { kind: string; ids: Uint8Array }[];
  /** kind, ref */
  addedRefs: Columns[];
  removedRefs: Columns[];
  /** The ids of the images that parts have, in binary form, and how many they are. */
  images: { ids: Uint8Array; count: number };
};

/** A catalog that is ready to be stored. `rows` is null when only the name is another one. */
export type Prepared = { name: string; document: Uint8Array; rows: ContentRows | null };

/** Why an upload is refused: an ApiError's fields, since an error would lose its class between threads. */
export type Refusal = { error_type: ErrorType; message: string; errors: FieldError[] | undefined; more_errors: number };

/** `unchanged`: the upload is what the catalog has. */
export type PreparingResult =
  { outcome: 'prepared'; prepared: Prepared } | { outcome: 'unchanged' } | { outcome: 'refused'; refusal: Refusal };
