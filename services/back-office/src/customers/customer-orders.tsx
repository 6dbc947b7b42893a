import { Empty, Name, Table, Tag, When, type Tone } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import type { CustomersOrder } from '@order-hub/shared/customer-page-calls';
import { orderNumber } from '../order-pages/order-words.tsx';
import { locationPath } from '../paths/location-path.ts';
import { moneyText } from './money-text.ts';
import { texts } from './texts.ts';

const tones: Record<string, Tone> = {
  new: 'busy',
  received: 'busy',
  completed: 'good',
  rejected: 'bad',
  cancelled: 'bad',
  delivery_failed: 'bad',
};

type Props = { location_id: string; timezone: string; orders: readonly CustomersOrder[] };

/** The latest orders of a customer in a location. */
export function CustomerOrders({ location_id, timezone, orders }: Props) {
  const language = useLanguage();
  const t = texts(language);
  if (orders.length === 0) return <Empty>{t('no_order')}</Empty>;
  const rows = orders.map(({ id, status, ref, collection_code, created_at, total, items }) => [
    <a href={`${locationPath(location_id)}/orders/${id}`}>
      <Name>{orderNumber({ id, ref, collection_code })}</Name>
    </a>,
    <When at={new Date(created_at)} timezone={timezone} />,
    <Tag tone={tones[status] ?? 'quiet'}>{t('status', { status })}</Tag>,
    items,
    moneyText(language, total),
  ]);
  const heads = [t('number'), t('placed'), t('state'), t('items'), t('total')];
  return <Table label={t('orders')} heads={heads} rows={rows} />;
}
