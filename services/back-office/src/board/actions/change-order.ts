import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError } from '@order-hub/shared/errors';
import type { CallApi } from '../../api/open-api.ts';
import { boardPath } from '../../paths/board-path.ts';
import { orderNumber } from '../order-number.ts';
import { texts } from '../texts.ts';
import { expectedStatuses, statusAfter, type ActionName } from '../order-actions.ts';

type OrderPath = { location_id: string; order_id: string };

/** `service_type` is that of the order, for the status that follows. */
export type OrderChange = {
  action: ActionName;
  changes?: { confirmed_time?: string; seller_notes?: string };
  service_type: string | null;
};

const isMeanwhile = (error: unknown) => error instanceof ApiError && error.code === 'status_changed';

/** What somebody else has made of the order. */
async function tellMeanwhile(callApi: CallApi, visit: UserVisit, path: OrderPath): Promise<string> {
  const t = texts(visit);
  const order = await callApi('retrieveOrder', visit, path);
  const status = t(`status_${order.status}`);
  return t('meanwhile', { number: orderNumber(order), status });
}

/** Changes an order as the client “Back office”, unless somebody else was faster, and goes back to the board. */
export async function changeOrder(
  callApi: CallApi,
  visit: UserVisit,
  path: OrderPath,
  { action, changes, service_type }: OrderChange,
) {
  const status = statusAfter(action, service_type);
  const body = { ...changes, ...(status && { status }) };
  const back = boardPath(path.location_id);
  try {
    const order = await callApi('updateOrder', visit, { ...path, if_status: expectedStatuses(action), body });
    return goTo(visit, back, { notice: texts(visit)(`done_${action}`, { number: orderNumber(order) }) });
  } catch (error) {
    if (!isMeanwhile(error)) throw error;
    return goTo(visit, back, { notice: await tellMeanwhile(callApi, visit, path) });
  }
}
