import type { AskFor } from '@order-hub/shared/principal-call';
import { Layout } from '@order-hub/pages/layout';
import { Name } from '@order-hub/pages/elements';
import { page } from '@order-hub/pages/page';
import { everyRole } from '@order-hub/shared/roles';
import type { CallApi } from '../../api/open-api.ts';
import { locationPath } from '../../paths/location-path.ts';
import { orderSearchPath } from '../../paths/order-path.ts';
import { orderNumber } from '../order-words.tsx';
import { texts } from '../texts.ts';
import { findTimeline } from './find-timeline.ts';
import { OrderActions } from './order-actions.tsx';
import { CustomerFirstName, OrderCustomer } from './order-customer.tsx';
import { OrderDelivery } from './order-delivery.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderNotes } from './order-notes.tsx';
import { TimelineSection } from './timeline-section.tsx';

type Deps = { askFor: AskFor; callApi: CallApi };

/** An order and what became of it (docs/api/back-office.md#orders). Prints as a receipt. */
export const orderPage = page('/back-office/locations/:location_id/orders/:order_id', {
  summary: 'An order',
  who: 'user',
  roles: everyRole,
  async load({ params: { location_id, order_id } }, visit, { askFor, callApi }: Deps) {
    const asked = callApi('retrieveOrder', visit, { location_id, order_id });
    const [order, timeline] = await Promise.all([asked, findTimeline(askFor, visit, { order_id, asked })]);
    return { order, timeline, location_id };
  },
  show({ order, timeline, location_id }, visit) {
    const t = texts(visit);
    const place = visit.place?.location_name ?? '';
    const isKitchen = visit.place?.role === 'kitchen';
    return (
      <Layout
        title={t('order_named', { number: <Name>{orderNumber(order)}</Name> })}
        visit={visit}
        trail={[
          { label: place, href: locationPath(location_id) },
          { label: t('orders'), href: orderSearchPath(location_id) },
        ]}
      >
        <div class="order-page">
          <p class="print-only">
            <Name>{place}</Name>
          </p>
          <OrderActions order={order} location_id={location_id} visit={visit} />
          <OrderNotes order={order} visit={visit} />
          <OrderFacts order={order} visit={visit} />
          <OrderItems order={order} visit={visit} hasMoney={!isKitchen} />
          {!isKitchen && <OrderMoney order={order} visit={visit} />}
          {isKitchen ? (
            <CustomerFirstName customer={order.customer} visit={visit} />
          ) : (
            <OrderCustomer customer={order.customer} visit={visit} />
          )}
          {order.delivery && <OrderDelivery delivery={order.delivery} visit={visit} />}
          <TimelineSection timeline={timeline} visit={visit} />
        </div>
      </Layout>
    );
  },
});
