import { Facts, Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { VNode } from 'preact';
import type { ApiOrder } from '../../api/api-order.ts';
import { OrderTag, OrderTime, serviceInWords } from '../order-words.tsx';
import { texts } from '../texts.ts';

type Fact = readonly [string, VNode];

const times = ['expected_time_pickup', 'confirmed_time'] as const;

/** When the customer expects it: at a time, or as soon as possible. */
function Expected({ order, visit }: { order: ApiOrder; visit: UserVisit }) {
  const { asap, expected_time } = order;
  return (
    <>
      {asap && texts(visit)('asap')}
      {asap && expected_time !== null && ' · '}
      {expected_time !== null && <OrderTime at={expected_time} timezone={visit.place?.timezone ?? 'UTC'} />}
    </>
  );
}

/** What an order is: its state, when it is due, and where it comes from. */
export function OrderFacts({ order, visit }: { order: ApiOrder; visit: UserVisit }) {
  const t = texts(visit);
  const timezone = visit.place?.timezone ?? visit.user.timezone;
  const service = serviceInWords(t, order.service_type);
  const text = (label: string, value: string | null): Fact[] =>
    value === null ? [] : [[label, <bdi class="multiline">{value}</bdi>]];
  const time = (name: (typeof times)[number]): Fact[] => {
    const at = order[name];
    return at === null ? [] : [[t(`field_${name}`), <OrderTime at={at} timezone={timezone} />]];
  };
  return (
    <Section title={t('about_order')}>
      <Facts
        facts={[
          [t('state'), <OrderTag status={order.status} />],
          [t('placed'), <OrderTime at={order.created_at} timezone={timezone} />],
          ...text(t('service'), service),
          ...(order.asap || order.expected_time !== null
            ? [[t('field_expected_time'), <Expected order={order} visit={visit} />] as const]
            : []),
          ...times.flatMap(time),
          [t('from'), <bdi>{order.channel}</bdi>],
          ...text(t('app_number'), order.ref),
          ...text(t('field_collection_code'), order.collection_code),
          ...text(t('coupons'), order.coupon_codes.join(', ') || null),
          [t('order_id'), <code>{order.id}</code>],
        ]}
      />
    </Section>
  );
}
