import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { searchedText } from '@order-hub/shared/texts';
import { locationPath } from '../locations/location-path.ts';
import { retrieveOwnLocation } from '../locations/retrieve-own-location.ts';
import { Empty, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { findWaitingEvents } from './find-waiting-events.ts';

type Waiting = Awaited<ReturnType<typeof findWaitingEvents>>['events'][number];

/** What becomes of an event next. */
const State = ({ event, timezone }: { event: Waiting; timezone: string }) => {
  if (event.given_up_at !== null) return <Tag tone="bad">Given up</Tag>;
  if (event.next_attempt_at === null) return <Tag tone="quiet">Waits to be fetched</Tag>;
  return (
    <>
      <Tag tone="busy">Will be sent again</Tag>
      <small class="below">
        <When at={new Date(event.next_attempt_at)} timezone={timezone} />
      </small>
    </>
  );
};

const rowOf = (timezone: string) => (event: Waiting) => [
  <When at={new Date(event.created_at)} timezone={timezone} />,
  <>
    {event.type}
    <small class="below">{event.resource_id}</small>
  </>,
  <a href={`/back-office/connections/${event.connection_id}`}>{event.client_name ?? 'A connection'}</a>,
  event.attempts,
  <State event={event} timezone={timezone} />,
];

/** What applications have not yet been told of a location (docs/api/back-office.md#waiting-events). */
export const waitingEventsPage = page('/back-office/locations/:location_id/events', {
  summary: 'The events about a location that wait for an application',
  who: 'user',
  query: { after: searchedText.optional() },
  async load({ params, query: { after } }, { user }, deps: { db: Database; ask: Ask }) {
    const location = await retrieveOwnLocation(deps.db, user, params.location_id);
    const { id: location_id, account_id } = location;
    return { location, ...(await findWaitingEvents(deps, { account_id, location_id, after })) };
  },
  show: ({ location: { id, name }, events, more }, visit) => (
    <Layout title={`Events of ${name}`} visit={visit} trail={[{ label: name, href: locationPath(id) }]}>
      <Section title="Waiting for an application">
        {events.length === 0 ? (
          <Empty>
            Nothing waits. An event stands here until its application has taken it, and for seven days after it was
            given up.
          </Empty>
        ) : (
          <Table
            label="Waiting events"
            heads={['Happened', 'Event', 'For', 'Attempts', 'State']}
            rows={events.map(rowOf(visit.user.timezone))}
          />
        )}
        {more && (
          <p>
            <a href={`${locationPath(id)}/events?after=${events.at(-1)?.id ?? ''}`}>Older events</a>
          </p>
        )}
      </Section>
    </Layout>
  ),
});
