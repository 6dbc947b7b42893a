import type { PageDeps } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { fullReply } from '@order-hub/shared/full-reply';
import type { OrderWatch } from './watch-orders.ts';

/** The stream that the page of live orders listens to. */
export const orderStreamPage = page('/back-office/locations/:location_id/orders/stream', {
  summary: 'The latest orders of a location, whenever they change',
  who: 'user',
  load({ params }, visit, { orderWatch, findSession }: PageDeps & { orderWatch: OrderWatch }) {
    const { sessionSecret, requestId } = visit;
    return orderWatch.watch(params.location_id, visit, async () => {
      const session = await findSession(sessionSecret, { who: 'user', ids: params }, { requestId, now: new Date() });
      return session?.place ? session.user_token : undefined;
    });
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
