/** What becomes of fields and parameters that the hub does not know (docs/api/conventions.md#strict-handling; RFC 7240). */
import type { Handling } from '../../tokens/caller.ts';
import { invalidFields, type FieldError } from '../../values/errors.ts';
import { textStart } from '../../values/texts/text-start.ts';

export const ignoredFieldsHeader = 'Ignored-Fields';

export const preferenceApplied = { 'Preference-Applied': 'handling=strict' };

const strict = /^handling\s*=\s*(?:"strict"|strict)$/i;
const anyHandling = /^handling\s*(?:=|$)/i;

/** Whether a `Prefer` header asks for strict handling. Of several preferences of a name, the first counts. */
export function asksForStrict(prefer: string | undefined): boolean {
  if (prefer === undefined) return false;
  const preferences = prefer.split(',').map((preference) => (preference.split(';')[0] ?? '').trim());
  return strict.test(preferences.find((preference) => anyHandling.test(preference)) ?? '');
}

/** The handling of a new request. */
export const newHandling = (isStrict: boolean): Handling => ({ isStrict, unknown: [], doubts: [] });

/** As many are named: those of the query, of the body, and those that cannot be read. */
const notedMax = 300;

/** Notes what is unknown, or cannot be read and is ignored. */
export function noteUnknown({ unknown }: Handling, found: readonly FieldError[]): void {
  if (found.length > 0) unknown.push(...found.slice(0, notedMax - unknown.length));
}

/** Notes what is accepted and can hardly be meant. */
export function noteDoubts({ doubts }: Handling, found: readonly FieldError[]): void {
  if (found.length > 0) doubts.push(...found.slice(0, notedMax - doubts.length));
}

/** Throws 422 with everything unknown so far, if the client asks for strict handling. */
export function assertKnown({ isStrict, unknown }: Handling): void {
  if (isStrict && unknown.length > 0) throw invalidFields(unknown, 'unknown_fields');
}

const charsMax = 1_024;
/** As in errors (docs/api/errors.md#reported-faults). */
const nameCharsMax = 80;
/** What may not stand in a header, or would end a name. */
const escaped = /[^\x21\x23\x24\x26-\x2b\x2d-\x7e]/gu;

const encoded = (name: string) => textStart(name, nameCharsMax).replace(escaped, encodeURIComponent);

/** The value of the header: the names, percent-encoded, in at most 1,024 characters; then `more=` and the number of others. */
export function ignoredFields(unknown: readonly FieldError[]): string {
  const names = [...new Set(unknown.map(({ field }) => encoded(field)))];
  const shown: string[] = [];
  let chars = 'more=100'.length;
  for (const name of names) {
    chars += name.length + ', '.length;
    if (chars > charsMax) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`more=${more}`] : [])].join(', ');
}
