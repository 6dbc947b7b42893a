/** JSON escapes control characters below U+0020 only; some terminals obey those above U+007E as well. */
export function jsonText(value: unknown, spaces: number): string {
  const text = JSON.stringify(value, null, spaces);
  return `${text.replace(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}\n`;
}
