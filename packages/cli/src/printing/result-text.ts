import { jsonText } from './json-text.ts';
import { recordText } from './record-text.ts';
import { tableText } from './table-text.ts';

type Prints = 'record' | 'json' | { columns: readonly string[] };

type Page = { items: object[]; next?: string | null };

const isPage = (result: unknown): result is Page =>
  typeof result === 'object' && result !== null && 'items' in result && Array.isArray(result.items);

/** A result of a command as text. */
export function resultText(result: unknown, prints: Prints): string {
  if (prints === 'json') return jsonText(result, 2);
  if (prints === 'record') return recordText(result as object);
  const { items, next } = isPage(result) ? result : { items: result as object[] };
  const more = next ? `There are more: --after ${next}\n` : '';
  return tableText(items, prints.columns) + more;
}
