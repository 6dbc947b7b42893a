import { Empty, Name, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listWaitingEvents, type WaitingEvent } from '@order-hub/shared/events-calls';
import { listConnectionNames } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { searchedText } from '@order-hub/shared/texts';
import { connectionPath } from '../paths/connection-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** `client_name`: the app that the event waits for. */
type Row = WaitingEvent & { client_name: string | undefined };

/** What happens to an event next. */
const State = ({ event, timezone }: { event: WaitingEvent; timezone: string }) => {
  const t = texts(useLanguage());
  if (event.given_up_at !== null) return <Tag tone="bad">{t('given_up')}</Tag>;
  if (event.next_attempt_at === null) return <Tag tone="quiet">{t('waits_polled')}</Tag>;
  return (
    <>
      <Tag tone="busy">{t('sent_again')}</Tag>
      <small class="below">
        <When at={new Date(event.next_attempt_at)} timezone={timezone} />
      </small>
    </>
  );
};

const rowOf =
  (visit: UserVisit, timezone = visit.user.timezone) =>
  (event: Row) => [
    <When at={new Date(event.created_at)} timezone={timezone} />,
    <>
      <code>{event.type}</code>
      <small class="below">
        <code>{event.resource_id}</code>
      </small>
    </>,
    <a href={connectionPath(event.connection_id)}>{event.client_name ?? texts(visit)('a_connection')}</a>,
    event.attempts,
    <State event={event} timezone={timezone} />,
  ];

/** The events about a location that apps have not received yet (docs/api/back-office.md#waiting-events). */
export const waitingEventsPage = page('/back-office/locations/:location_id/events', {
  summary: 'The events about a location that wait for an app',
  who: 'user',
  query: { after: searchedText.optional() },
  async load({ params, query: { after } }, visit, { askFor }: { askFor: AskFor }) {
    const account_id = visit.place?.account_id ?? '';
    const [{ events, more }, names] = await Promise.all([
      askFor(listWaitingEvents, visit, { params: {}, input: { after } }),
      askFor(listConnectionNames, visit, { params: { account_id } }),
    ]);
    const nameOf = new Map(names.items.map(({ id, client_name }) => [id, client_name]));
    const rows = events.map((event): Row => ({ ...event, client_name: nameOf.get(event.connection_id) }));
    return { id: params.location_id, name: visit.place?.location_name ?? '', rows, more };
  },
  show({ id, name, rows, more }, visit) {
    const t = texts(visit);
    return (
      <Layout
        title={t('events_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: locationPath(id) }]}
      >
        <Section title={t('waiting_for_app')}>
          {rows.length === 0 ? (
            <Empty>{t('nothing_waits')}</Empty>
          ) : (
            <Table
              label={t('waiting_events')}
              heads={[t('happened'), t('event'), t('for'), t('attempts'), t('state')]}
              rows={rows.map(rowOf(visit))}
            />
          )}
          {more && (
            <p>
              <a href={`${locationPath(id)}/events?after=${rows.at(-1)?.id ?? ''}`}>{t('older')}</a>
            </p>
          )}
        </Section>
      </Layout>
    );
  },
});
