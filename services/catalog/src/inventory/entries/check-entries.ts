/** Checks the entries of a large body in a thread (change-inventory.ts). */
import { invalidFields } from '@order-hub/shared/errors';
import { fieldErrors } from '@order-hub/shared/field-errors';
import { jsonOf } from '@order-hub/shared/read-json';
import { refusalOf, type Refusal } from '../../threads/refusal.ts';
import { entriesBytesMax, sentEntries, type SentEntries } from './entry.schema.ts';

/** The entries in a body. Throws ApiError with every fault. */
export function entriesIn(bytes: Uint8Array): SentEntries {
  const { success, data, error } = sentEntries.safeParse(jsonOf(bytes, entriesBytesMax));
  if (!success) throw invalidFields(fieldErrors(error));
  return data;
}

export type CheckedEntries = { entries: SentEntries } | { refusal: Refusal };

/** The entries in a body, or its faults. */
export function checkEntries(bytes: Uint8Array): CheckedEntries {
  try {
    return { entries: entriesIn(bytes) };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}
