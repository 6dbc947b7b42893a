import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText } from '@order-hub/shared/json';
import { getDelivery } from '../orders/find-delivery.ts';
import type { OrderPath } from '../orders/order.ts';

/** The delivery of an order. Throws 404 when there is no such order, or it has no delivery. */
export const retrieveDelivery = async ({ db }: { db: Database }, ctx: Context, path: OrderPath) =>
  jsonText(await getDelivery(db, ctx, path));
