import { Empty, Facts, Section, Tag, When } from '@order-hub/pages/elements';
import type { Deliveries } from './find-deliveries.ts';

type Described = Exclude<Deliveries, 'away'>;
type Attempt = NonNullable<Described['last_attempt']>;

const countedMax = 1_000;

/** How the application answered: with a status, or not at all. */
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

const Callback = ({ callback }: { callback: NonNullable<Described['callback']> }) =>
  callback.url === null ? <>None: it fetches its events</> : <code>{callback.url}</code>;

const Waiting = ({ waiting, oldest_waiting_at, timezone }: Described & { timezone: string }) => (
  <>
    {waiting >= countedMax ? `${countedMax.toLocaleString('en')} or more` : waiting}
    {oldest_waiting_at !== null && (
      <>
        , the oldest since <When at={new Date(oldest_waiting_at)} timezone={timezone} />
      </>
    )}
  </>
);

const DeliveriesFacts = ({ described, timezone }: { described: Described; timezone: string }) => {
  const { callback, last_attempt } = described;
  if (!callback) return <Empty>The application does not ask to be told of changes.</Empty>;
  return (
    <Facts
      facts={[
        ['Sent to', <Callback callback={callback} />],
        ['Told of', callback.events.join(', ')],
        ['Last sent', last_attempt && <LastAttempt attempt={last_attempt} timezone={timezone} />],
        ['Events that wait', <Waiting {...described} timezone={timezone} />],
      ]}
    />
  );
};

/** What a connection is told of changes, and whether that arrives. */
export const DeliveriesSection = ({ deliveries, timezone }: { deliveries: Deliveries; timezone: string }) => (
  <Section title="What it is told">
    {deliveries === 'away' ? (
      <Empty>This cannot be shown at the moment. Load the page again in a minute.</Empty>
    ) : (
      <DeliveriesFacts described={deliveries} timezone={timezone} />
    )}
  </Section>
);
