import type { LatestOrder } from '@order-hub/shared/orders-calls';
import { Empty, Table, Tag, type Tone } from '@order-hub/pages/elements';

const tones: Record<string, Tone> = {
  new: 'busy',
  received: 'busy',
  completed: 'good',
  rejected: 'bad',
  cancelled: 'bad',
  delivery_failed: 'bad',
};

const words = (text: string) => text.replaceAll('_', ' ');

/** A local time with offset, as people at the location read it: `22 Nov, 18:30`. */
function clock(time: string): string {
  const local = new Date(`${time.slice(0, 19)}Z`);
  const shown = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', shown).format(local);
}

const rowOf = (order: LatestOrder) => [
  <time datetime={order.created_at}>{clock(order.created_at)}</time>,
  <>
    {order.collection_code ?? order.ref ?? <code>{order.id}</code>}
    {order.customer_name !== null && <small class="below">{order.customer_name}</small>}
  </>,
  <Tag tone={tones[order.status] ?? 'quiet'}>{words(order.status)}</Tag>,
  <>
    {order.service_type === null ? '–' : words(order.service_type)}
    {order.expected_time !== null && <small class="below">{`for ${clock(order.expected_time)}`}</small>}
  </>,
  order.items,
  order.total,
  order.channel,
];

/** The latest orders of a location, newest first. */
export const OrdersTable = ({ orders }: { orders: readonly LatestOrder[] }) =>
  orders.length === 0 ? (
    <Empty>There are no orders yet. They appear here as soon as an app sends one.</Empty>
  ) : (
    <Table
      label="Latest orders"
      heads={['Placed', 'Order', 'State', 'Service', 'Items', 'Total', 'From']}
      rows={orders.map(rowOf)}
    />
  );
