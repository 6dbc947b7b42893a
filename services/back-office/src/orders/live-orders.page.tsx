import { liveScript } from '@order-hub/pages/assets';
import { Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listLatestOrders } from '@order-hub/shared/orders-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { locationPath } from '../paths/location-path.ts';
import { OrdersTable } from './orders-table.tsx';

const refreshSeconds = 20;

/** The latest orders of a location (docs/api/back-office.md#live-orders). */
export const liveOrdersPage = page('/back-office/locations/:location_id/orders', {
  summary: 'The latest orders of a location',
  who: 'user',
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { orders } = await askFor(listLatestOrders, visit, { params: {} });
    return { id: params.location_id, name: visit.place?.location_name ?? '', orders };
  },
  show: ({ id, name, orders }, visit) => (
    <Layout
      title={
        <>
          Orders of <Name>{name}</Name>
        </>
      }
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
      <p class="hint">The 50 latest orders. The list updates by itself.</p>
    </Layout>
  ),
});
