import type { OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import type { Database } from '@order-hub/shared/database';
import { timeOfId } from '@order-hub/shared/ids';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { formatTime } from '@order-hub/shared/times';
import { oldestShown } from '../logged-attempt.ts';
import { listAttemptsAbout, type AttemptAbout } from '../logged-attempt.store.ts';

const shownMax = 200;

const viewOf = ({ type, retry_at, ...attempt }: AttemptAbout): OrderAttempt => ({
  ...attempt,
  event_type: type.slice(type.indexOf('.') + 1),
  ended_at: formatTime(timeOfId(attempt.id)),
  retry_at: retry_at && formatTime(retry_at),
});

/** The attempts to push an order's events, newest first. Throws 404 for a page about no location. */
export async function listOrderAttempts(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { order_id: resource_id }: { order_id: string },
): Promise<{ attempts: OrderAttempt[] }> {
  const { account_id } = locationOf(ctx);
  const page = { count: shownMax, oldest: oldestShown(ctx.now) };
  return { attempts: (await listAttemptsAbout(db, { account_id, resource_id }, page)).map(viewOf) };
}
