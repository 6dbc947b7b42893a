/** Names and texts come from anybody: without what moves the cursor, hides, or reverses what follows on a terminal. */
const unsafe = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A value on one line. Nothing is `–`. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(unsafe, ' ');
}
