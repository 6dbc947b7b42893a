/**
 * What a browser sends of a field that nobody touched (HTML, 4.10.5.1.2 and 4.10.21.4): a line of text loses its line breaks, and a text
 * area writes each in its own way. Pure.
 */

/** A line break of any kind as one character. */
export const withPlainBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

export type TextKind = 'line' | 'area';

/** Whether a person left the field as it was shown. */
export function isUntouched(kind: TextKind, shown: string, typed: string): boolean {
  const untouched = kind === 'line' ? shown.replaceAll(/[\r\n]/g, '') : withPlainBreaks(shown);
  return withPlainBreaks(typed) === untouched;
}
