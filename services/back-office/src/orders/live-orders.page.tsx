import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { locationPath } from '../locations/location-path.ts';
import { retrieveOwnLocation } from '../locations/retrieve-own-location.ts';
import { liveScript } from '@order-hub/pages/assets';
import { Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { findLatestOrders } from './find-latest-orders.ts';
import { OrdersTable } from './orders-table.tsx';

const refreshSeconds = 20;

/** The latest orders of a location (docs/api/back-office.md#live-orders). */
export const liveOrdersPage = page('/back-office/locations/:location_id/orders', {
  summary: 'The latest orders of a location',
  who: 'user',
  async load({ params }, { user }, { db, ask }: { db: Database; ask: Ask }) {
    const location = await retrieveOwnLocation(db, user, params.location_id);
    const { id: location_id, account_id } = location;
    return { location, orders: await findLatestOrders(ask, { account_id, location_id }) };
  },
  show: ({ location: { id, name }, orders }, visit) => (
    <Layout
      title={`Orders of ${name}`}
      visit={visit}
      trail={[{ label: name, href: locationPath(id) }]}
      script={liveScript}
      refreshSeconds={refreshSeconds}
    >
      <Section title="Latest orders">
        <p role="status">
          <span class="tag quiet" data-stream-state>
            As of now
          </span>
        </p>
        <div data-stream={`${locationPath(id)}/orders/stream`}>
          <OrdersTable orders={orders} />
        </div>
      </Section>
      <p class="hint">The 50 latest orders. The list changes by itself.</p>
    </Layout>
  ),
});
