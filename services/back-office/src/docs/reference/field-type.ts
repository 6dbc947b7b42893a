/** The type of a field in a few words of Markdown, such as `array of [OrderItem](…)`. */
import { refName, type Schema } from './api-document.ts';

/** The address of a schema's page. */
export const schemaPath = (name: string) => `/docs/schemas/${name}`;

/** A link to a schema's page. */
export const schemaLink = (ref: string) => `[${refName(ref)}](${schemaPath(refName(ref))}.md)`;

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const oneOf = (types: readonly string[]) => [...new Set(types)].join(' or ');

const inWords = {
  format: (format) => format,
  minimum: (least) => `at least ${least}`,
  maximum: (most) => `at most ${most}`,
  minLength: (least) => (least === 0 ? undefined : `at least ${least} characters`),
  maxLength: (most) => `at most ${most} characters`,
  maxItems: (most) => `at most ${most} elements`,
} satisfies { [Bound in keyof Schema]?: (value: string | number) => string | number | undefined };

function boundsOf(schema: Schema): string {
  const bounds = Object.entries(inWords).flatMap(([name, words]) => {
    const value = schema[name as keyof typeof inWords];
    return value === undefined ? [] : (words(value) ?? []);
  });
  return bounds.length === 0 ? '' : `, ${bounds.join(', ')}`;
}

const namedTypes = ({ type }: Schema) => (Array.isArray(type) ? type : [type ?? 'any value']);

function structure({ items, additionalProperties, ...schema }: Schema): string {
  if (items) return `array of ${fieldType(items)}`;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    return `map of ${fieldType(additionalProperties)}`;
  }
  return oneOf(namedTypes(schema));
}

/** The type of a value with this schema. */
export function fieldType(schema: Schema): string {
  const { $ref, anyOf, oneOf: choices, allOf, enum: values } = schema;
  if ($ref !== undefined) return schemaLink($ref);
  const alternatives = anyOf ?? choices ?? allOf;
  if (alternatives) return oneOf(alternatives.map(fieldType));
  if (values) return values.map(code).join(', ');
  if ('const' in schema) return code(schema.const);
  return structure(schema) + boundsOf(schema);
}

/** Text in a cell of a table: one line, without the sign that ends a cell. */
export const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** The row of a table. */
export const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A table in Markdown; empty without rows. */
export const table = (heads: readonly string[], rows: readonly string[]) =>
  rows.length === 0 ? '' : [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');
