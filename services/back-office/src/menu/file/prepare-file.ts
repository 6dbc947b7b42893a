/** A menu as a file. Pure. */
import type { MenuRow } from '@order-hub/shared/menu-calls';
import Papa from 'papaparse';
import { amountIn } from '../fields/prices.ts';
import { columns, escaped, type FileRow } from './columns.ts';

/** By this mark spreadsheets know the encoding. */
const byteOrderMark = '\uFEFF';

const rowsOf = ({ product, skus }: MenuRow): FileRow[] =>
  skus.map((sku) => ({
    ref: product.ref ?? '',
    name: product.name,
    description: product.description ?? '',
    size_ref: sku.ref ?? '',
    size: sku.name ?? '',
    price: amountIn(sku.price),
  }));

const linesOf = (rows: readonly (readonly string[])[]) =>
  `${Papa.unparse(rows as string[][], { newline: '\r\n' })}\r\n`;

export const fileStart = (): string => byteOrderMark + linesOf([columns]);

/** The lines of some products. */
export function fileLines(rows: readonly MenuRow[]): string {
  const all = rows.flatMap(rowsOf).map((row) => columns.map((column) => escaped(row[column])));
  return all.length === 0 ? '' : linesOf(all);
}
