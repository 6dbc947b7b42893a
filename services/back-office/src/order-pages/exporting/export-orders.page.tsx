import type { PageDeps } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { notFound } from '@order-hub/shared/errors';
import { fullReply } from '@order-hub/shared/full-reply';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { formatTime } from '@order-hub/shared/times';
import { searchIn, searchQuery } from '../searching/search-query.ts';
import { findPortions } from './find-portions.ts';
import type { Exports } from './open-exports.ts';

type Deps = PageDeps & { askFor: AskFor; exports: Exports };

/** The orders that a search finds, as a CSV file (docs/api/back-office.md#export-of-orders). */
export const exportOrdersPage = page('/back-office/locations/:location_id/orders/export', {
  summary: 'The orders that a search finds, as a file',
  who: 'user',
  roles: managingRoles,
  query: { search: searchQuery.search },
  async load({ params, query }, visit, { askFor, exports, formKeys, findSession }: Deps) {
    const { sessionSecret, requestId, user, signal } = visit;
    const search = await searchIn(visit, params.location_id, query.search, { formKeys });
    if (!search) throw notFound('Search');
    const renewToken = async () => {
      const session = await findSession(sessionSecret, { who: 'user', ids: params }, { requestId, now: new Date() });
      return session?.place && managingRoles.includes(session.place.role) ? session.user_token : undefined;
    };
    return exports.open(user.id, { signal }, () => findPortions({ askFor, visit, search, renewToken }));
  },
  show: (body, { now, place }) =>
    fullReply({
      status: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="orders-${formatTime(now, place?.timezone ?? 'UTC').slice(0, 10)}.csv"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Accel-Buffering': 'no',
      },
      body,
    }),
});
