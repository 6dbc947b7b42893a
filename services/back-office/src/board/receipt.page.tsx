import { boardScript } from '@order-hub/pages/assets';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { everyRole } from '@order-hub/shared/roles';
import { boardPath } from '../paths/board-path.ts';
import { orderPath } from '../paths/order-path.ts';
import { OrderCard } from './cards/order-card.tsx';
import { findOrder } from './find-order.ts';
import { orderNumber } from './order-number.ts';
import { texts } from './texts.ts';

/** An order as it is printed: on rolls of 58 or 80 mm, and on A4. */
export const receiptPage = page('/back-office/locations/:location_id/orders/:order_id/receipt', {
  summary: 'An order, to be printed',
  who: 'user',
  roles: everyRole,
  load: findOrder,
  show({ location_id, order }, visit) {
    const t = texts(visit);
    const { language, place } = visit;
    const number = orderNumber(order);
    const terms = { location_id, language, timezone: place?.timezone ?? 'UTC', formToken: null };
    return (
      <Layout
        title={t('receipt', { number })}
        visit={visit}
        trail={[
          { label: t('board'), href: boardPath(location_id) },
          { label: t('order_named', { number }), href: orderPath(location_id, order.id) },
        ]}
        script={boardScript}
      >
        <p class="print" data-print hidden>
          <button type="button" class="primary">
            {t('print')}
          </button>
        </p>
        <OrderCard order={order} terms={terms} isAlone />
      </Layout>
    );
  },
});
