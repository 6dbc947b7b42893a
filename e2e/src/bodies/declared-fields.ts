import type { Components, Json } from '@order-hub/shared/json-schema';

/** A field that a JSON schema declares. `schema`: the component that has it, and the path to an object without a name in it. */
type DeclaredField = { schema: string; name: string; field: Json };

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field of a body, at every depth. A component is looked into once. */
export function declaredFields(body: Json, components: Components): DeclaredField[] {
  const seen = new Set<string>();
  const found: DeclaredField[] = [];

  function walk(schema: Json, owner: string): void {
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? '';
      if (!seen.has(name)) {
        seen.add(name);
        walk(components[name] ?? {}, name);
      }
      return;
    }
    for (const one of ['anyOf', 'oneOf', 'allOf'].flatMap((key) => listOf(schema[key]))) walk(one, owner);
    if (isObject(schema['items'])) walk(schema['items'], owner);
    if (isObject(schema['additionalProperties'])) walk(schema['additionalProperties'], `${owner}.*`);
    for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Components)) {
      found.push({ schema: owner, name, field });
      walk(field, `${owner}.${name}`);
    }
  }

  walk(body, 'body');
  return found;
}
