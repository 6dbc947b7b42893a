import { Empty, Facts, Section, Tag, When } from '@order-hub/pages/elements';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { logPath } from '../paths/log-path.ts';
import type { Deliveries } from './find-deliveries.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Attempt = NonNullable<ConnectionDeliveries['last_attempt']>;

const countedMax = 1_000;

/** How the app answered: with a status, or not at all. */
const LastAttempt = ({
  attempt: { at, outcome, status, reason },
  timezone,
}: {
  attempt: Attempt;
  timezone: string;
}) => {
  const t = texts(useLanguage());
  return (
    <>
      {outcome === 'acknowledged' ? <Tag tone="good">{t('received')}</Tag> : <Tag tone="bad">{t('failed')}</Tag>}{' '}
      <When at={new Date(at)} timezone={timezone} />
      {', '}
      {status === null ? (
        reason ? (
          <span lang="en">{reason}</span>
        ) : (
          t('no_answer')
        )
      ) : (
        t('answered_with', { status: String(status) })
      )}
    </>
  );
};

const Callback = ({ callback }: { callback: NonNullable<ConnectionDeliveries['callback']> }) => {
  const t = texts(useLanguage());
  return callback.url === null ? <>{t('polls')}</> : <code>{callback.url}</code>;
};

const Waiting = ({ waiting, oldest_waiting_at, timezone }: ConnectionDeliveries & { timezone: string }) => {
  const t = texts(useLanguage());
  return (
    <>
      {waiting >= countedMax ? t('or_more', { count: countedMax }) : waiting}
      {oldest_waiting_at !== null &&
        t('oldest_since', { time: <When at={new Date(oldest_waiting_at)} timezone={timezone} /> })}
    </>
  );
};

const DeliveriesFacts = ({ described, timezone }: { described: ConnectionDeliveries; timezone: string }) => {
  const t = texts(useLanguage());
  const { callback, last_attempt } = described;
  if (!callback) return <Empty>{t('not_subscribed')}</Empty>;
  return (
    <Facts
      facts={[
        [t('sent_to'), <Callback callback={callback} />],
        [t('subscribed_to'), callback.events.join(', ')],
        [t('last_sent'), last_attempt && <LastAttempt attempt={last_attempt} timezone={timezone} />],
        [t('waiting_events'), <Waiting {...described} timezone={timezone} />],
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
}) => {
  const t = texts(useLanguage());
  return (
    <Section
      title={t('events')}
      action={{ label: t('delivery_log'), href: logPath({ connection_id: id, client_id: undefined }) }}
    >
      {deliveries === 'unavailable' ? (
        <Empty>{t('unavailable')}</Empty>
      ) : (
        <DeliveriesFacts described={deliveries} timezone={timezone} />
      )}
    </Section>
  );
};
