/** The entries of a request, which name skus and options by ref or by id (docs/api/catalogs.md#inventory). */
import type { FaultCode } from '@order-hub/shared/fault-codes';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import { parseTime } from '@order-hub/shared/times';
import { keyOf, type Entry } from './entry.ts';
import { nameFields, type SentEntries } from './entry.schema.ts';

/** How an entry names a sku or an option. */
export type PartName = { field: (typeof nameFields)[number]; text: string };

/** A part by its id. */
export type PartId = Pick<Entry, 'kind'> & { id: string };

export const keyOfId = ({ kind, id }: PartId) => `${kind} ${id}`;

const nameOf = (entry: SentEntries[number]): PartName => {
  const field = nameFields.find((candidate) => entry[candidate] != null) ?? 'sku_ref';
  return { field, text: entry[field] ?? '' };
};

const kindOf = ({ field }: PartName): Entry['kind'] => (field.startsWith('sku') ? 'sku' : 'option');

/** The refs that entries name. */
export const namedRefs = (sent: SentEntries) =>
  sent.map(nameOf).flatMap((name) => (name.field.endsWith('_ref') ? [{ kind: kindOf(name), ref: name.text }] : []));

/** The ids that entries name. */
export const namedIds = (sent: SentEntries) =>
  sent.map(nameOf).flatMap((name) => (name.field.endsWith('_id') ? [{ kind: kindOf(name), id: name.text }] : []));

/** The parts of the catalog that a request names: refs by `keyOf`, and the refs of ids by `keyOfId`. */
export type NamedParts = { refs: ReadonlySet<string>; refsOfIds: ReadonlyMap<string, string | null> };

/** The ref that an entry means. Null: that of a part without a ref. Undefined: the catalog has no such part. */
function refOf(name: PartName, { refs, refsOfIds }: NamedParts): string | null | undefined {
  const kind = kindOf(name);
  if (name.field.endsWith('_id')) return refsOfIds.get(keyOfId({ kind, id: name.text }));
  return refs.has(keyOf({ kind, ref: name.text })) ? name.text : undefined;
}

/** The entries to store, and the names of those that are ignored because the catalog has no such part. */
export type AcceptedEntries = { entries: Entry[]; ignored: PartName[] };

type FoundEntry = { index: number; name: PartName; entry: Entry; hasRef: boolean };

/** Throws 422 for each part that is named twice or has no ref, and for each time in the past. */
export function acceptedEntries(sent: SentEntries, parts: NamedParts, now: Date): AcceptedEntries {
  const found: FoundEntry[] = [];
  const ignored: PartName[] = [];
  for (const [index, sentEntry] of sent.entries()) {
    const name = nameOf(sentEntry);
    const ref = refOf(name, parts);
    if (ref === undefined) ignored.push(name);
    else found.push({ index, name, entry: entryOf(sentEntry, kindOf(name), ref ?? ''), hasRef: ref !== null });
  }
  const faults = faultsOf(found, now);
  if (faults.length > 0) throw invalidFields(faults);
  return { entries: found.map(({ entry }) => entry), ignored };
}

function faultsOf(found: readonly FoundEntry[], now: Date): FieldError[] {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  for (const { index, name, entry, hasRef } of found) {
    const fault = (field: string, code: FaultCode, message: string) =>
      faults.push({ field: `${index}.${field}`, message, code });
    if (!hasRef)
      fault(name.field, 'not_allowed', `is the id of ${nameOfKind[entry.kind]} without a ref, which has no stock`);
    else if (seen.has(keyOf(entry))) fault(name.field, 'repeated', 'is listed twice');
    if (entry.expires_at && entry.expires_at <= now) fault('expires_at', 'too_early', 'must be in the future');
    if (hasRef) seen.add(keyOf(entry));
  }
  return faults;
}

const nameOfKind = { sku: 'a sku', option: 'an option' };

const entryOf = ({ stock, expires_at }: SentEntries[number], kind: Entry['kind'], ref: string): Entry => ({
  kind,
  ref,
  stock,
  expires_at: typeof expires_at === 'string' ? parseTime(expires_at) : null,
});
