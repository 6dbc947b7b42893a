import { z } from 'zod';
import { rule } from '../rules.ts';
import { hasAtMost } from './texts.ts';

const lengthMax = 255;
const lengthMessage = `must have 1 to ${lengthMax} characters`;

/** The private refs of a resource: by client id, then by `self` (the resource) or the id of an element. */
export type PrivateRefs = Record<string, Record<string, string>>;

/** A private ref: 1 to 255 characters, counted as code points, as PostgreSQL does (docs/api/conventions.md#private-refs). */
export const privateRefSchema = z
  .string()
  .min(1, lengthMessage)
  .check(rule((text) => hasAtMost(text, lengthMax), 'too_long', lengthMessage))
  .meta({
    id: 'PrivateRef',
    description: 'A reference of your own, which no other client sees (docs/api/conventions.md#private-refs).',
    maxLength: lengthMax,
    examples: ['basket-17'],
  });

/** A private ref in a response: null for all clients but the one that set it. */
export const privateRefView = privateRefSchema.nullable();

/** A ref that a client sets for the resource (`self`) or for an element, by id. Null clears it. */
export type PrivateRefEntry = readonly [element: string, ref: string | null];

/** A client's refs after it has set some. */
function ownAfter(before: Record<string, string>, entries: readonly PrivateRefEntry[]): Map<string, string> {
  const own = new Map(Object.entries(before));
  for (const [element, ref] of entries) {
    if (ref === null) own.delete(element);
    else own.set(element, ref);
  }
  return own;
}

/** The private refs after a client has set some. Returns a new object; null means no refs at all. */
export function setPrivateRefs(
  refs: PrivateRefs | null,
  client_id: string,
  entries: readonly PrivateRefEntry[],
): PrivateRefs | null {
  if (refs === null && entries.every(([, ref]) => ref === null)) return null;
  const all = new Map(Object.entries(refs ?? {}));
  const own = ownAfter(all.get(client_id) ?? {}, entries);
  if (own.size === 0) all.delete(client_id);
  else all.set(client_id, Object.fromEntries(own));
  return all.size === 0 ? null : Object.fromEntries(all);
}

/**
 * Fills a client's own refs (`self` and by element id) into a stored resource, as JSON text. Elements are the objects in the
 * resource's fields and arrays, such as items, payments and the customer. Without own refs, returns the text unchanged.
 */
export function showPrivateRefs(document: string, own: Record<string, string> | null | undefined): string {
  if (own === null || own === undefined) return document;
  const refs = new Map(Object.entries(own));
  if (refs.size === 0) return document;
  const resource: unknown = JSON.parse(document) as object;
  if (!isObject(resource)) return document;
  show(resource, refs.get('self'));
  // Custom fields may look like elements, and are not.
  const { custom_fields: _, ...elements } = resource;
  for (const value of Object.values(elements)) {
    showElements(Array.isArray(value) ? value : [value], refs);
  }
  return JSON.stringify(resource);
}

function showElements(elements: unknown[], refs: ReadonlyMap<string, string>): void {
  for (const element of elements) {
    if (isObject(element) && typeof element['id'] === 'string') show(element, refs.get(element['id']));
  }
}

function show(resource: Record<string, unknown>, ref: string | undefined): void {
  if (ref !== undefined) resource['private_ref'] = ref;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
