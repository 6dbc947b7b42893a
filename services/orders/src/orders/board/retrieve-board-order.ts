import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { findOrder } from '../order.store.ts';
import { viewBoardOrder } from './board-order.ts';

/** No order is as large: the board has no more bytes than this. */
const bytesMax = 8_388_608;

/** An order of the location of a page, as its board shows it, however old the order is. Throws 404. */
export async function retrieveBoardOrder(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { order_id }: { order_id: string },
): Promise<BoardOrder> {
  const found = await findOrder(db, { ...locationOf(ctx), order_id }, backOfficeClient.id, bytesMax);
  if (!found || found.is_cut) throw notFound('Order');
  return viewBoardOrder(found, ctx.principal.place);
}
