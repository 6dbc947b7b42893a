import type { UserVisit } from '@order-hub/pages/visit';
import { listOrderAttempts, type OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import { ApiError } from '@order-hub/shared/errors';
import { listAppNames, type AppName } from '@order-hub/shared/management/connections';
import { listOrderHistory, type OrderHistory } from '@order-hub/shared/order-history-calls';
import type { AskFor } from '@order-hub/shared/principal-call';

/** What became of an order. A part is null while its service does not answer. */
export type FoundTimeline = {
  history: OrderHistory | null;
  attempts: readonly OrderAttempt[] | null;
  apps: readonly AppName[];
};

/** The page shows an order without what is unavailable. */
async function unlessUnavailable<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}

/** Those in the kitchen do not see how apps answer. */
export async function findTimeline(askFor: AskFor, visit: UserVisit, order_id: string): Promise<FoundTimeline> {
  const mayFollow = visit.place?.role !== 'kitchen';
  const [history, attempts, names] = await Promise.all([
    unlessUnavailable(askFor(listOrderHistory, visit, { params: { order_id } })),
    mayFollow ? unlessUnavailable(askFor(listOrderAttempts, visit, { params: { order_id } })) : { attempts: [] },
    unlessUnavailable(askFor(listAppNames, visit, { params: {} })),
  ]);
  return { history: history && history.entries, attempts: attempts && attempts.attempts, apps: names?.apps ?? [] };
}
