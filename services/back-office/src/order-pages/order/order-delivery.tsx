import { Facts, Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { ApiOrder } from '../../api/api-order.ts';
import { OrderTime } from '../order-words.tsx';
import { texts } from '../texts.ts';

type Delivery = NonNullable<ApiOrder['delivery']>;

const times = ['estimated_pickup_at', 'pickup_at', 'estimated_dropoff_at', 'delivered_at', 'cancelled_at'] as const;

/** An app gave the address: it may be of any scheme, such as one that runs script. */
const isWebAddress = (url: string) => /^https?:\/\//i.test(url);

function Driver({ delivery, visit }: { delivery: Delivery; visit: UserVisit }) {
  const { driver_name, driver_phone } = delivery;
  const mayCall = visit.place?.role !== 'kitchen' && driver_phone !== null;
  return (
    <>
      {driver_name !== null && <bdi>{driver_name}</bdi>}{' '}
      {mayCall && (
        <a href={`tel:${driver_phone.replace(/[^\d+]/g, '')}`}>
          <bdi>{driver_phone}</bdi>
        </a>
      )}
    </>
  );
}

/** Who brings the order, and how far it is. */
export function OrderDelivery({ delivery, visit }: { delivery: Delivery; visit: UserVisit }) {
  const t = texts(visit);
  const timezone = visit.place?.timezone ?? visit.user.timezone;
  const { status, carrier, driver_name, driver_phone, tracking_url } = delivery;
  const shownTimes = times.flatMap((name) => {
    const at = delivery[name];
    return at === null ? [] : [[t(`delivery_${name}`), <OrderTime at={at} timezone={timezone} />] as const];
  });
  const hasDriver = driver_name !== null || driver_phone !== null;
  return (
    <Section title={t('service_delivery')}>
      <Facts
        facts={[
          [t('state'), t(`delivery_${status}`)],
          [t('carrier'), <bdi>{carrier}</bdi>],
          ...(hasDriver ? [[t('driver'), <Driver delivery={delivery} visit={visit} />] as const] : []),
          ...shownTimes,
          ...(tracking_url !== null && isWebAddress(tracking_url)
            ? [
                [
                  t('tracking'),
                  <a href={tracking_url} rel="noreferrer external">
                    {t('open_tracking')}
                  </a>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Section>
  );
}
