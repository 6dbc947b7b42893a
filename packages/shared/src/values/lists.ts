/** Collections in bodies. Every collection has a limit, which is checked before its elements (docs/api/limits.md). */
import { z } from 'zod';
import { rule } from './rules.ts';

/** At this fault a list is checked no further: what a wrong body costs does not grow with it. */
const faultsMax = 1_000;

const tooMany = (max: number) => `must have at most ${max.toLocaleString('en')} elements`;

type Issues = z.core.$ZodRawIssue[];
type Entry = readonly [place: string | number, input: unknown];

/** Parses entries one by one. The faults of invalid ones are added to `issues`, until there are enough of them. */
function parseEntries<Value extends z.ZodType>(value: Value, entries: Iterable<Entry>, issues: Issues) {
  const parsed: z.output<Value>[] = [];
  for (const [place, input] of entries) {
    const { success, data, error } = value.safeParse(input);
    if (success) parsed.push(data);
    else {
      for (const { path, message } of error.issues) {
        issues.push({ code: 'custom', path: [place, ...path], message, input });
      }
    }
    if (issues.length >= faultsMax) break;
  }
  return parsed;
}

/** An array of at most `max` elements. A longer one has that fault alone. */
export const listOf = <Element extends z.ZodType>(element: Element, max: number) =>
  z
    .custom<z.input<Element>[]>(Array.isArray, 'must be an array')
    .check(rule((list) => list.length <= max, tooMany(max)))
    .transform((list, { issues }) => parseEntries(element, list.entries(), issues))
    .meta({ documentedAs: z.array(element).max(max) });

const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A map of at most `max` entries. A larger one has that fault alone. */
export const mapOf = <Value extends z.ZodType>(key: z.ZodType<string, string>, value: Value, max: number) =>
  z
    .custom<Record<string, z.input<Value>>>(isMap, 'must be a map')
    .check(rule((map) => Object.keys(map).length <= max, tooMany(max)))
    .transform((map, { issues }): Record<string, z.output<Value>> => {
      const names = Object.keys(map);
      parseEntries(
        key,
        names.map((name) => [name, name]),
        issues,
      );
      const values = parseEntries(value, Object.entries(map), issues);
      // With a fault the result is of no use.
      return Object.fromEntries(values.map((parsed, index) => [names[index] ?? '', parsed]));
    })
    .meta({ documentedAs: z.record(key, value).meta({ maxProperties: max }) });
