/** A menu as a file. Pure. */
import type { MenuRow } from '@order-hub/shared/menu-calls';
import { csvText, type Separator } from '../../csv/csv-text.ts';
import { amountIn } from '../fields/prices.ts';
import { columns, type FileRow } from './columns.ts';

const rowsOf = ({ product, skus }: MenuRow): FileRow[] =>
  skus.map((sku) => ({
    ref: product.ref ?? '',
    name: product.name,
    description: product.description ?? '',
    size_ref: sku.ref ?? '',
    size: sku.name ?? '',
    price: amountIn(sku.price),
  }));

/** The lines of a file of a menu. */
export function menuFile(separator: Separator) {
  const { head, lines } = csvText(columns, separator);
  return {
    head,
    lines: (rows: readonly MenuRow[]) => lines(rows.flatMap(rowsOf).map((row) => columns.map((column) => row[column]))),
  };
}
