import type { Database } from '@order-hub/shared/database';
import { hasOrders } from './order.store.ts';

/** Whether a location or an account has orders, for auth, which deletes neither with orders. */
export const lookUpOrders = async (
  { db }: { db: Database },
  place: { account_id: string; location_id: string | null },
): Promise<{ has_orders: boolean }> => ({ has_orders: await hasOrders(db, place) });
