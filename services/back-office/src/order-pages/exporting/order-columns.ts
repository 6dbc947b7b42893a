/** Orders as the rows of a CSV file (docs/api/back-office.md#export-of-orders). Pure. */
import type { ExportedOrder } from '@order-hub/shared/order-search-calls';
import { csvText, type Separator } from '../../csv/csv-text.ts';

const columns = [
  'id',
  'ref',
  'collection_code',
  'created_at',
  'status',
  'channel',
  'created_by',
  'service_type',
  'expected_time',
  'confirmed_time',
  'items',
  'total',
  'paid',
  'currency',
  'customer_name',
  'email',
  'phone',
  'address',
  'postal_code',
  'city',
] as const satisfies readonly (keyof ExportedOrder)[];

/** The lines of a file of orders. */
export function orderFile(separator: Separator) {
  const { head, lines } = csvText(columns, separator);
  return {
    head,
    lines: (orders: readonly ExportedOrder[]) => lines(orders.map((order) => columns.map((name) => order[name]))),
  };
}
