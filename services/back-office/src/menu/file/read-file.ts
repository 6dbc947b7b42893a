import Papa from 'papaparse';
import type { MessageKey } from '../texts.ts';
import { unescaped } from '../../csv/cells.ts';
import { separatorIn } from '../../csv/csv-text.ts';
import { columns, type Column, type FileRow } from './columns.ts';

/** A line of a file, with its number in a text editor, where the first line names the columns. */
export type Line = { number: number; row: FileRow };

/** What is wrong with a line; `null` of the whole file. `values`: for the sentence. */
export type FileFault = {
  line: number | null;
  key: Extract<
    MessageKey,
    'not_utf8' | 'no_columns' | 'too_many_lines' | 'not_a_table' | 'other_number_of_cells' | 'empty_file'
  >;
  values?: Record<string, string | number>;
};

export const fileBytesMax = 1_048_576;
const linesMax = 20_000;
/** The most faults that are told. */
export const faultsMax = 50;

/** The number of the first line that is not UTF-8. */
function lineOfFault(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const until = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, until))) return line;
    start = until + 1;
  }
  return line;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

type ReadFile = { lines: Line[]; faults: FileFault[] };

const fault = (line: number | null, key: FileFault['key'], values: Record<string, string | number> = {}): ReadFile => ({
  lines: [],
  faults: [{ line, key, values }],
});

/**
 * The places of the columns; undefined when the first line does not name those that are needed, or one of them twice. Others may be
 * called alike, or have no name.
 */
function placesIn(head: readonly string[]): Map<Column, number> | undefined {
  const names = head.map((name) => name.trim().toLowerCase());
  const isTwice = columns.some((column) => names.indexOf(column) !== names.lastIndexOf(column));
  const places = new Map(columns.map((column) => [column, names.indexOf(column)]));
  return (places.get('ref') ?? -1) < 0 || isTwice ? undefined : places;
}

const rowOf = (cells: readonly string[], places: ReadonlyMap<Column, number>): FileRow =>
  Object.fromEntries(columns.map((column) => [column, unescaped(cells[places.get(column) ?? -1] ?? '')])) as Record<
    Column,
    string
  >;

/** How many lines of the text a row takes: a cell may have several. */
const linesIn = (cells: readonly string[]) =>
  1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** Reads the columns that the file names. What it does not name is not changed: `has` says which. */
export function readFile(bytes: Buffer): ReadFile & { has: ReadonlySet<Column> } {
  const nothing = new Set<Column>();
  if (!isUtf8(bytes)) return { ...fault(lineOfFault(bytes), 'not_utf8'), has: nothing };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: false,
    preview: linesMax + 2,
    delimiter: separatorIn(text),
  });
  const [quotes] = errors.filter(({ type }) => type === 'Quotes');
  if (quotes) return { ...fault((quotes.row ?? 0) + 1, 'not_a_table'), has: nothing };
  const [head = [], ...body] = data;
  if (body.length > linesMax) return { ...fault(null, 'too_many_lines', { max: linesMax }), has: nothing };
  const places = placesIn(head);
  if (!places) return { ...fault(1, 'no_columns', { columns: columns.join(', ') }), has: nothing };
  const has = new Set(columns.filter((column) => (places.get(column) ?? -1) >= 0));
  return { ...linesOf(body, head.length, places, 1 + linesIn(head)), has };
}

function linesOf(
  body: readonly string[][],
  width: number,
  places: ReadonlyMap<Column, number>,
  first: number,
): ReadFile {
  const [lines, faults]: [Line[], FileFault[]] = [[], []];
  let number = first;
  for (const cells of body) {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    if (!isEmpty && cells.length !== width)
      faults.push({ line: number, key: 'other_number_of_cells', values: { count: cells.length, expected: width } });
    else if (!isEmpty) lines.push({ number, row: rowOf(cells, places) });
    number += linesIn(cells);
  }
  if (lines.length === 0 && faults.length === 0) faults.push({ line: null, key: 'empty_file' });
  return { lines, faults: faults.slice(0, faultsMax) };
}
