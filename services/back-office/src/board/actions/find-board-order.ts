import { notFound } from '@order-hub/shared/errors';
import { retrieveBoard, type BoardOrder } from '@order-hub/shared/orders-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';

/** An order on the board of the page's location. Throws 404. */
export async function getBoardOrder(askFor: AskFor, visit: OnBehalf, order_id: string): Promise<BoardOrder> {
  const { orders } = await askFor(retrieveBoard, visit, { params: {} });
  const order = orders.find(({ id }) => id === order_id);
  if (!order) throw notFound('Order');
  return order;
}
