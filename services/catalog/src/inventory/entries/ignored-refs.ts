/** The response header that names ignored entries (docs/api/catalogs.md#ignored-entries). */
import type { PartName } from './sent-entry.ts';

export const ignoredRefsHeader = 'X-Ignored-Refs';

const charsMax = 1_024;
/** Room for the number of those that are not named. */
const moreChars = '&more=25000'.length;

/** The header, in the form of a query string: `sku_ref=OLD%20COLA&more=3`. Empty when nothing is ignored. */
export function ignoredRefsHeaders(ignored: readonly PartName[]): Record<string, string> {
  const names = [...new Set(ignored.map(({ field, text }) => `${field}=${encodeURIComponent(text)}`))];
  if (names.length === 0) return {};
  const shown: string[] = [];
  let chars = moreChars;
  for (const name of names) {
    chars += name.length + 1;
    if (chars > charsMax) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return { [ignoredRefsHeader]: [...shown, ...(more > 0 ? [`more=${more}`] : [])].join('&') };
}
