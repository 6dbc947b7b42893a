/**
 * Fields of the hub's own that cannot be read (docs/api/conventions.md#fields-of-the-hub). A client may mean something else by such a
 * name, so the value counts as absent.
 */
import type { z } from 'zod';
import type { Handling } from '../../tokens/caller.ts';
import { fieldErrorsOf } from '../response/field-errors.ts';
import { noteUnknown } from './handling.ts';
import { hubFieldAt } from './known-fields.ts';

type Path = readonly PropertyKey[];

/** Removes a field of a parsed body. */
function remove(value: unknown, path: Path): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((within, key) => (within as Record<PropertyKey, unknown>)[key], value);
  Reflect.deleteProperty(parent as object, path.at(-1) ?? '');
}

/** The faults of fields of the hub's own, one for each field. */
function unreadableIn(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const found = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const path = hubFieldAt(schema, issue.path);
    if (path && !found.has(path.join('.'))) found.set(path.join('.'), { ...issue, path: [...path] });
  }
  return [...found.values()];
}

/**
 * Parses a value, which it changes: unreadable fields of the hub's own are removed, and noted as ignored. `place`: the path of the value
 * within the body. Strict handling refuses them like any other.
 */
export function parseLeniently<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  handling: Handling,
  place: Path = [],
): z.ZodSafeParseResult<z.output<Schema>> {
  for (;;) {
    const result = schema.safeParse(value);
    const unreadable = result.success || handling.isStrict ? [] : unreadableIn(schema, result.error.issues);
    if (unreadable.length === 0) return result;
    for (const { path } of unreadable) remove(value, path);
    noteUnknown(handling, fieldErrorsOf(unreadable.map((issue) => ({ ...issue, path: [...place, ...issue.path] }))));
  }
}
