/** The one writer of CSV files (docs/api/back-office.md#csv-files). Pure. */
import type { UserVisit } from '@order-hub/pages/visit';
import Papa from 'papaparse';
import { escaped } from './cells.ts';

export const separators = [',', ';', '\t'] as const;

export type Separator = (typeof separators)[number];

/** By this mark spreadsheets know the encoding. */
const byteOrderMark = '\uFEFF';

/** They write decimals with a point and separate lists with a semicolon. */
const semicolonCountries: readonly (string | null)[] = ['CH', 'LI'];

/**
 * By which the reader's spreadsheet separates cells without asking: a semicolon where a comma begins the decimals, by the country
 * that the browser tells, else by the language of the pages.
 */
export function separatorOf({ language, likelyCountry }: Pick<UserVisit, 'language' | 'likelyCountry'>): Separator {
  const country = likelyCountry();
  const locale = new Intl.Locale(language, country === null ? {} : { region: country }).toString();
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return decimal?.value === ',' || semicolonCountries.includes(country) ? ';' : ',';
}

type Cell = string | number | null;

const linesOf = (rows: readonly (readonly Cell[])[], delimiter: Separator) =>
  rows.length === 0 ? '' : `${Papa.unparse(rows as Cell[][], { newline: '\r\n', delimiter })}\r\n`;

/** The lines of a file with these columns. */
export function csvText(columns: readonly string[], separator: Separator) {
  return {
    /** The first line. */
    head: byteOrderMark + linesOf([columns], separator),
    lines: (rows: readonly (readonly Cell[])[]): string =>
      linesOf(
        rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escaped(cell) : cell))),
        separator,
      ),
  };
}

/** The separator of a file whose first line names columns: the one that it has most of. */
export function separatorIn(text: string): Separator {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const countOf = (separator: Separator) => head.split(separator).length;
  return separators.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}
