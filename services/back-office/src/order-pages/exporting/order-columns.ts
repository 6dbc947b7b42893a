/** Orders as the rows of a CSV file (docs/api/back-office.md#export-of-orders). Pure. */
import type { ExportedOrder } from '@order-hub/shared/order-search-calls';
import Papa from 'papaparse';

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

/** Spreadsheets run a cell that begins so; a negative number is none. They show a text after an apostrophe as it is. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r\n＝＋－＠]/;

const linesOf = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: formula })}\r\n`;

/** The first line. The mark before it tells spreadsheets that the file is UTF-8. */
export const headLine = `\uFEFF${linesOf([[...columns]])}`;

export const orderLines = (orders: readonly ExportedOrder[]): string =>
  orders.length === 0 ? '' : linesOf(orders.map((order) => columns.map((name) => order[name])));
