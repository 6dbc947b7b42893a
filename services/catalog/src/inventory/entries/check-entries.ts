/** Checks the entries of a large body in a thread (change-inventory.ts). */
import type { Handling } from '@order-hub/shared/caller';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import { assertKnown, newHandling, noteUnknown } from '@order-hub/shared/handling';
import { sentFaults } from '@order-hub/shared/sent-faults';
import { unknownFields } from '@order-hub/shared/known-fields';
import { jsonOf } from '@order-hub/shared/read-json';
import { refusalOf, type Refusal } from '../../threads/refusal.ts';
import { entriesBytesMax, sentEntries, type SentEntries } from './entry.schema.ts';

/** The entries in a body. Notes unknown fields. Throws ApiError with every fault. */
export function entriesIn(bytes: Uint8Array, handling: Handling): SentEntries {
  const json = jsonOf(bytes, entriesBytesMax);
  noteUnknown(handling, unknownFields(sentEntries, json));
  assertKnown(handling);
  const { success, data, error } = sentEntries.safeParse(json);
  if (!success) throw invalidFields(sentFaults(sentEntries, json, error));
  return data;
}

export type EntriesTask = { bytes: Uint8Array; isStrict: boolean };

/** `unknown`: the fields that were ignored. */
export type CheckedEntries = { unknown: FieldError[] } & ({ entries: SentEntries } | { refusal: Refusal });

/** The entries in a body, or its faults. */
export function checkEntries({ bytes, isStrict }: EntriesTask): CheckedEntries {
  const handling = newHandling(isStrict);
  const { unknown } = handling;
  try {
    return { unknown, entries: entriesIn(bytes, handling) };
  } catch (error) {
    return { unknown, refusal: refusalOf(error) };
  }
}
