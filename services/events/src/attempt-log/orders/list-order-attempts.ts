import type { OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import type { Database } from '@order-hub/shared/database';
import { timeOfId } from '@order-hub/shared/ids';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { formatTime } from '@order-hub/shared/times';
import { findRecordedOrder } from '../../order-figures/find-recorded-order.ts';
import { oldestShown } from '../logged-attempt.ts';
import { listAttemptsAbout, type AttemptAbout } from '../logged-attempt.store.ts';

const shownMax = 200;

const viewOf = ({ type, retry_at, ...attempt }: AttemptAbout): OrderAttempt => ({
  ...attempt,
  resource_type: type.slice(0, type.indexOf('.')),
  event_type: type.slice(type.indexOf('.') + 1),
  ended_at: formatTime(timeOfId(attempt.id)),
  retry_at: retry_at && formatTime(retry_at),
});

/**
 * The attempts to push the events of an order and of its delivery, newest first; none for an order of another location. Throws 404 for a
 * page about no location.
 */
export async function listOrderAttempts(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { order_id }: { order_id: string },
  { delivery_id }: { delivery_id?: string | undefined },
): Promise<{ attempts: OrderAttempt[] }> {
  const order = { ...locationOf(ctx), order_id };
  // An attempt has no location, but the record of the order has.
  if (!(await findRecordedOrder(db, order))) return { attempts: [] };
  const resource_ids = delivery_id === undefined ? [order_id] : [order_id, delivery_id];
  const page = { count: shownMax, oldest: oldestShown(ctx.now) };
  return { attempts: (await listAttemptsAbout(db, { ...order, resource_ids }, page)).map(viewOf) };
}
