import type { UserVisit } from '@order-hub/pages/visit';
import { listOrderAttempts, type OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import { listUserNames, namedUsersMax } from '@order-hub/shared/management/audit';
import { listAppNames, type AppName } from '@order-hub/shared/management/connections';
import { listOrderHistory, type OrderHistory } from '@order-hub/shared/order-history-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import type { ApiOrder } from '../../api/api-order.ts';
import { unlessUnavailable } from '../../queries/unless-unavailable.ts';

/** What became of an order. A part is null while its service does not answer. */
export type FoundTimeline = {
  history: OrderHistory | null;
  attempts: readonly OrderAttempt[] | null;
  apps: readonly AppName[];
  /** The names of the users who changed it through a page, by id. */
  users: ReadonlyMap<string, string>;
};

/** The pushes of an order and of its delivery, whose id only the order tells. */
async function findAttempts(askFor: AskFor, visit: UserVisit, asked: Promise<ApiOrder>) {
  const { id: order_id, delivery } = await asked;
  return unlessUnavailable(
    askFor(listOrderAttempts, visit, { params: { order_id }, input: { delivery_id: delivery?.id } }),
  );
}

/** The names of the users who changed the order; nobody while auth does not answer. */
async function findPeople(askFor: AskFor, visit: UserVisit, history: OrderHistory): Promise<Map<string, string>> {
  const ids = new Set(history.flatMap(({ user_id }) => user_id ?? []));
  if (ids.size === 0) return new Map();
  const input = { ids: [...ids].slice(0, namedUsersMax).join(',') };
  const found = await unlessUnavailable(askFor(listUserNames, visit, { params: {}, input }));
  return new Map(found?.users.map(({ id, name }) => [id, name]));
}

async function findHistory(askFor: AskFor, visit: UserVisit, order_id: string) {
  const found = await unlessUnavailable(askFor(listOrderHistory, visit, { params: { order_id } }));
  const history = found && found.entries;
  return { history, users: await findPeople(askFor, visit, history ?? []) };
}

/** `asked`: the order. Those in the kitchen do not see how apps answer. */
export async function findTimeline(
  askFor: AskFor,
  visit: UserVisit,
  { order_id, asked }: { order_id: string; asked: Promise<ApiOrder> },
): Promise<FoundTimeline> {
  const mayFollow = visit.place?.role !== 'kitchen';
  const [{ history, users }, attempts, names] = await Promise.all([
    findHistory(askFor, visit, order_id),
    mayFollow ? findAttempts(askFor, visit, asked) : { attempts: [] },
    unlessUnavailable(askFor(listAppNames, visit, { params: {} })),
  ]);
  return { history, users, attempts: attempts && attempts.attempts, apps: names?.apps ?? [] };
}
