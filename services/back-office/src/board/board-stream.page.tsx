import type { PageDeps } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { notFound } from '@order-hub/shared/errors';
import { fullReply } from '@order-hub/shared/full-reply';
import { digest } from '@order-hub/shared/encryption';
import { everyRole } from '@order-hub/shared/roles';
import { z } from 'zod';
import type { BoardWatch } from './watching/watch-boards.ts';

const tabCharsMax = 40;

/** The stream that the order board listens to. */
export const boardStreamPage = page('/back-office/locations/:location_id/orders/stream', {
  summary: 'The order board of a location, whenever it changes',
  who: 'user',
  roles: everyRole,
  query: { tab: z.string().max(tabCharsMax).optional() },
  load({ params, query }, visit, { boardWatch, findSession }: PageDeps & { boardWatch: BoardWatch }) {
    const { sessionSecret, requestId, place, language } = visit;
    if (!place?.account_id || place.timezone === null) throw notFound('Location');
    const { account_id, role, timezone } = place;
    const viewer = { account_id, location_id: params.location_id, timezone, isKitchen: role === 'kitchen', language };
    const session = { id_digest: digest(sessionSecret), role, tab: query.tab ?? null };
    return boardWatch.watch({ ...visit, ...viewer, ...session }, async () => {
      const found = await findSession(sessionSecret, { who: 'user', ids: params }, { requestId, now: new Date() });
      return found?.place?.role === role ? found.user_token : undefined;
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
