import { cellText } from './cell-text.ts';

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The fields with those of objects and lists in them: `items.0.price`. */
function fieldsOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [[path, value]];
  if (isEmpty(value)) return [[path, null]];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A line for each field. */
export function recordText(record: object): string {
  // Names of custom fields come from anybody too.
  const fields = fieldsOf(record, '').map(([path, value]) => [cellText(path), cellText(value)] as const);
  const width = Math.max(...fields.map(([path]) => path.length));
  return fields.map(([path, value]) => `${path.padEnd(width)}  ${value}\n`).join('');
}
