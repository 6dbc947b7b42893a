import type { Database } from '@order-hub/shared/database';
import { fullReply } from '@order-hub/shared/full-reply';
import { retrieveOwnLocation } from '../locations/retrieve-own-location.ts';
import { page } from '@order-hub/pages/page';
import type { OrderWatch } from './watch-orders.ts';

/** What the page of live orders listens to. */
export const orderStreamPage = page('/back-office/locations/:location_id/orders/stream', {
  summary: 'The latest orders of a location, whenever they change',
  who: 'user',
  async load({ params }, { user }, { db, orderWatch }: { db: Database; orderWatch: OrderWatch }) {
    const { id: location_id, account_id } = await retrieveOwnLocation(db, user, params.location_id);
    return orderWatch.watch({ account_id, location_id });
  },
  show: (body) =>
    fullReply({
      status: 200,
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      },
      body,
    }),
});
