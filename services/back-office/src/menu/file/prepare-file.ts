/** A menu as a file. Pure. */
import type { MenuRow } from '@order-hub/shared/menu-calls';
import { csvText, type Separator } from '../../csv/csv-text.ts';
import { columns, rowOfSku } from './columns.ts';

/** The lines of a file of a menu. */
export function menuFile(separator: Separator) {
  const { head, lines } = csvText(columns, separator);
  return {
    head,
    lines(rows: readonly MenuRow[]) {
      const ofSkus = rows.flatMap(({ product, skus }) => skus.map((sku) => rowOfSku(product, sku)));
      return lines(ofSkus.map((row) => columns.map((column) => row[column])));
    },
  };
}
