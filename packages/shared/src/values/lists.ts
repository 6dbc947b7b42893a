/** Collections in request bodies. Each has a size limit, checked before its elements (docs/api/limits.md). */
import { z } from 'zod';
import { issueWithin } from './faults/issue-codes.ts';
import { rule, valueThat } from './rules.ts';

/** Checking a list stops at this many faults, so an invalid body has a bounded cost. */
const faultsMax = 1_000;

const tooMany = (max: number) => `must have at most ${max.toLocaleString('en')} elements`;

type Issues = z.core.$ZodRawIssue[];
type Entry = readonly [key: string | number, input: unknown];

/** Parses entries one by one, and adds the faults of invalid entries to `issues`, up to the limit. */
function parseEntries<Value extends z.ZodType>(value: Value, entries: Iterable<Entry>, issues: Issues) {
  const parsed: z.output<Value>[] = [];
  for (const [key, input] of entries) {
    const { success, data, error } = value.safeParse(input);
    if (success) parsed.push(data);
    else {
      for (const issue of error.issues) issues.push(issueWithin([key], issue, input));
    }
    if (issues.length >= faultsMax) break;
  }
  return parsed;
}

/** An array of at most `max` elements. The elements of a longer one are not checked. */
export const listOf = <Element extends z.ZodType>(element: Element, max: number, message = 'must be an array') =>
  valueThat<z.input<Element>[]>(Array.isArray, 'wrong_type', message)
    .check(rule((list) => list.length <= max, 'too_many', tooMany(max)))
    .transform((list, { issues }) => parseEntries(element, list.entries(), issues))
    .meta({ documentedAs: z.array(element).max(max) });

/** PHP writes an empty map as `[]`. */
export const isEmptyList = (value: unknown): value is [] => Array.isArray(value) && value.length === 0;

const isMap = (value: unknown) =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || isEmptyList(value));

/** A map of at most `max` entries. The entries of a larger one are not checked. `[]` is the empty map. */
export const mapOf = <Value extends z.ZodType>(
  key: z.ZodType<string, string>,
  value: Value,
  max: number,
  message = 'must be a map',
) =>
  valueThat<Record<string, z.input<Value>>>(isMap, 'wrong_type', message)
    .check(rule((map) => Object.keys(map).length <= max, 'too_many', tooMany(max)))
    .transform((map, { issues }): Record<string, z.output<Value>> => {
      const names = Object.keys(map);
      parseEntries(
        key,
        names.map((name) => [name, name]),
        issues,
      );
      const values = parseEntries(value, Object.entries(map), issues);
      // With a fault, zod discards the result.
      return Object.fromEntries(values.map((parsed, index) => [names[index] ?? '', parsed]));
    })
    .meta({ documentedAs: z.record(key, value).meta({ maxProperties: max, 'x-empty-list-is-empty': true }) });
