import { Empty, Table } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { FoundOrder } from '@order-hub/shared/order-search-calls';
import { orderPath } from '../../paths/order-path.ts';
import { Money, orderNumber, OrderTag, OrderTime, serviceInWords } from '../order-words.tsx';
import { texts } from '../texts.ts';

type Shown = { visit: UserVisit; location_id: string };

const rowOf = ({ visit, location_id }: Shown, timezone: string, hasMoney: boolean) => {
  const t = texts(visit);
  return (order: FoundOrder) => [
    <OrderTime at={order.created_at} timezone={timezone} />,
    <>
      <a href={orderPath(location_id, order.id)}>
        <bdi>{orderNumber(order)}</bdi>
      </a>
      {order.customer_name !== null && (
        <small class="below">
          <bdi>{order.customer_name}</bdi>
        </small>
      )}
    </>,
    <OrderTag status={order.status} />,
    <>
      {serviceInWords(t, order.service_type) ?? '–'}
      {order.expected_time !== null && (
        <small class="below">
          <OrderTime at={order.expected_time} timezone={timezone} />
        </small>
      )}
    </>,
    order.items,
    ...(hasMoney ? [order.total === null ? '–' : <Money>{order.total}</Money>] : []),
    <bdi>{order.channel}</bdi>,
  ];
};

type Props = Shown & { orders: readonly FoundOrder[]; isSearch: boolean };

/** The orders that were found, newest first. */
export function FoundOrders({ orders, isSearch, ...shown }: Props) {
  const { visit } = shown;
  const t = texts(visit);
  if (orders.length === 0) return <Empty>{isSearch ? t('none_found') : t('no_orders')}</Empty>;
  const hasMoney = visit.place?.role !== 'kitchen';
  const heads = [t('placed'), t('order_head'), t('state'), t('service'), t('items')];
  return (
    <Table
      label={t('found_orders')}
      heads={[...heads, ...(hasMoney ? [t('total')] : []), t('from')]}
      rows={orders.map(rowOf(shown, visit.place?.timezone ?? 'UTC', hasMoney))}
    />
  );
}
