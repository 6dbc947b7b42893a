import stringWidth from 'string-width';
import { cellText } from './cell-text.ts';

/** `location.name` of a row. */
function valueAt(row: object, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

const titleOf = (path: string) => path.replaceAll(/[_.]/g, ' ').toUpperCase();

const pad = (text: string, width: number) => text + ' '.repeat(width - stringWidth(text));

/** A line for each row under a line of titles, in columns that are as wide as their widest cell. */
export function tableText(rows: readonly object[], columns: readonly string[]): string {
  if (rows.length === 0) return 'There are none.\n';
  const lines = [columns.map(titleOf), ...rows.map((row) => columns.map((column) => cellText(valueAt(row, column))))];
  const widths = columns.map((_column, index) => Math.max(...lines.map((cells) => stringWidth(cells[index] ?? ''))));
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, index) => pad(cell, widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
