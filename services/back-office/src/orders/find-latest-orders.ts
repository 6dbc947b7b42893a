import { notFound } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { listLatestOrders } from '@order-hub/shared/orders-calls';
import type { LatestOrder } from './orders-table.tsx';

type Place = { account_id: string; location_id: string };

/** The latest orders of a location, newest first. Throws 503 while the orders service is away. */
export async function findLatestOrders(ask: Ask, place: Place): Promise<readonly LatestOrder[]> {
  const found = await ask(listLatestOrders, { params: {}, body: place });
  if (!found) throw notFound('Location');
  return found.orders;
}
