import type { Context } from '@order-hub/shared/caller';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { lookUpOrder } from '@order-hub/shared/orders-calls';

/**
 * The location of the order that an operation names. A location connection may name only orders of its location. Throws
 * 422 when there is no such order, and 503 when the orders service does not answer.
 */
export async function findOrderLocation(ask: Ask, { caller, requestId }: Context, order_id: string): Promise<string> {
  const body = { account_id: caller.account.id, order_id };
  const order = await ask(lookUpOrder, { params: {}, body, requestId });
  const isElsewhere = caller.location_id !== null && caller.location_id !== order?.location_id;
  if (!order || isElsewhere) throw invalid('order_id', 'not_found', 'is not the id of an order');
  return order.location_id;
}
