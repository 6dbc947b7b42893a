import { Empty, Facts, Section, Tag, When } from '@order-hub/pages/elements';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { logPath } from '../paths/log-path.ts';
import type { Deliveries } from './find-deliveries.ts';

type Attempt = NonNullable<ConnectionDeliveries['last_attempt']>;

const countedMax = 1_000;

/** How the app answered: with a status, or not at all. */
const LastAttempt = ({
  attempt: { at, outcome, status, reason },
  timezone,
}: {
  attempt: Attempt;
  timezone: string;
}) => (
  <>
    {outcome === 'acknowledged' ? <Tag tone="good">Received</Tag> : <Tag tone="bad">Failed</Tag>}{' '}
    <When at={new Date(at)} timezone={timezone} />
    {`, ${status === null ? (reason ?? 'no answer') : `answered with ${status}`}`}
  </>
);

const Callback = ({ callback }: { callback: NonNullable<ConnectionDeliveries['callback']> }) =>
  callback.url === null ? <>None: it polls its events</> : <code>{callback.url}</code>;

const Waiting = ({ waiting, oldest_waiting_at, timezone }: ConnectionDeliveries & { timezone: string }) => (
  <>
    {waiting >= countedMax ? `${countedMax.toLocaleString('en')} or more` : waiting}
    {oldest_waiting_at !== null && (
      <>
        , the oldest since <When at={new Date(oldest_waiting_at)} timezone={timezone} />
      </>
    )}
  </>
);

const DeliveriesFacts = ({ described, timezone }: { described: ConnectionDeliveries; timezone: string }) => {
  const { callback, last_attempt } = described;
  if (!callback) return <Empty>The app does not subscribe to changes.</Empty>;
  return (
    <Facts
      facts={[
        ['Sent to', <Callback callback={callback} />],
        ['Subscribed to', callback.events.join(', ')],
        ['Last sent', last_attempt && <LastAttempt attempt={last_attempt} timezone={timezone} />],
        ['Waiting events', <Waiting {...described} timezone={timezone} />],
      ]}
    />
  );
};

/** Which events a connection gets, and whether they arrive. */
export const DeliveriesSection = ({
  id,
  deliveries,
  timezone,
}: {
  id: string;
  deliveries: Deliveries;
  timezone: string;
}) => (
  <Section
    title="Events"
    action={{ label: 'Delivery log', href: logPath({ connection_id: id, client_id: undefined }) }}
  >
    {deliveries === 'unavailable' ? (
      <Empty>This is unavailable at the moment. Reload the page in a minute.</Empty>
    ) : (
      <DeliveriesFacts described={deliveries} timezone={timezone} />
    )}
  </Section>
);
