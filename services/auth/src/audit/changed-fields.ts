import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** What a change says in the audit: its fields before and after. Undefined when it changes nothing. */
export function changedFields(before: Fields, change: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys(change).filter((name) => !isDeepStrictEqual(before[name], change[name]));
  if (names.length === 0) return undefined;
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(change) };
}
