import { Empty, Name, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listWaitingEvents, type WaitingEvent } from '@order-hub/shared/events-calls';
import { listConnectionNames } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { searchedText } from '@order-hub/shared/texts';
import { connectionPath } from '../paths/connection-path.ts';
import { locationPath } from '../paths/location-path.ts';

/** `client_name`: the app that the event waits for. */
type Row = WaitingEvent & { client_name: string | undefined };

/** What happens to an event next. */
const State = ({ event, timezone }: { event: WaitingEvent; timezone: string }) => {
  if (event.given_up_at !== null) return <Tag tone="bad">Given up</Tag>;
  if (event.next_attempt_at === null) return <Tag tone="quiet">Waits to be polled</Tag>;
  return (
    <>
      <Tag tone="busy">Will be sent again</Tag>
      <small class="below">
        <When at={new Date(event.next_attempt_at)} timezone={timezone} />
      </small>
    </>
  );
};

const rowOf = (timezone: string) => (event: Row) => [
  <When at={new Date(event.created_at)} timezone={timezone} />,
  <>
    {event.type}
    <small class="below">{event.resource_id}</small>
  </>,
  <a href={connectionPath(event.connection_id)}>{event.client_name ?? 'A connection'}</a>,
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
  show: ({ id, name, rows, more }, visit) => (
    <Layout
      title={
        <>
          Events of <Name>{name}</Name>
        </>
      }
      visit={visit}
      trail={[{ label: name, href: locationPath(id) }]}
    >
      <Section title="Waiting for an app">
        {rows.length === 0 ? (
          <Empty>
            Nothing is waiting. An event is listed here until its app has received it, and for some days after the hub
            has given up.
          </Empty>
        ) : (
          <Table
            label="Waiting events"
            heads={['Happened', 'Event', 'For', 'Attempts', 'State']}
            rows={rows.map(rowOf(visit.user.timezone))}
          />
        )}
        {more && (
          <p>
            <a href={`${locationPath(id)}/events?after=${rows.at(-1)?.id ?? ''}`}>Older events</a>
          </p>
        )}
      </Section>
    </Layout>
  ),
});
