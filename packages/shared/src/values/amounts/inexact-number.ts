/**
 * Numbers in JSON that JavaScript has no number for, such as 9007199254740993 and 0.1000000000000000055. JSON.parse would
 * alter them in silence. exact-json.ts reads each as a symbol with its text, because no schema accepts a symbol by accident:
 * not even that of an object without required fields.
 */
export const inexactNumber = (text: string): symbol => Symbol(text);

export const isInexactNumber = (value: unknown): value is symbol => typeof value === 'symbol';

/** The number as it was written. */
export const writtenNumber = (number: symbol): string => number.description ?? '';

/** The path to the first inexact number within a JSON value; undefined when there is none. */
export function pathToInexact(value: unknown): string[] | undefined {
  if (isInexactNumber(value)) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, within] of Object.entries(value)) {
    const path = pathToInexact(within);
    if (path) return [key, ...path];
  }
  return undefined;
}
