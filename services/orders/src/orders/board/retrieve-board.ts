import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@order-hub/shared/database';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { viewBoardOrder } from './board-order.ts';
import { boardFloors } from './board-statuses.ts';
import { listBoardRows } from './board.store.ts';

const bytesMax = 8_388_608;
/** Other requests run between orders that take long to read. */
const briefChars = 65_536;

/**
 * The orders that matter now at the location of a page (docs/api/back-office.md#order-board).
 * Those in the kitchen see neither money nor contact data. Throws 404 when it is about none.
 */
export async function retrieveBoard({ db }: { db: Database }, ctx: PrincipalContext) {
  const { place } = ctx.principal;
  const { items, next } = await listBoardRows(db, locationOf(ctx), boardFloors(ctx.now), bytesMax);
  const orders: BoardOrder[] = [];
  for (const row of items) {
    if (row.document.length > briefChars) await nextTurn();
    orders.push(viewBoardOrder(row, place));
  }
  return { orders, has_more: next !== null };
}
