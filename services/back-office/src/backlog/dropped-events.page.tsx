import { Empty, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listDroppedEvents, type ManagedDroppedEvent } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { droppedEventsPath, operatedAccountPath } from '../paths/operator-path.ts';
import { pathWith } from '../paths/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { DroppedFilter, droppedQuery } from './dropped-filters.tsx';
import { givenText } from './given-text.ts';

const shownMax = 50;
const replayPath = `${droppedEventsPath}/replay`;

const rowOf = (timezone: string) => (event: ManagedDroppedEvent) => [
  <When at={new Date(event.dropped_at)} timezone={timezone} />,
  <>
    {event.type}
    <small class="below">{event.resource_id}</small>
  </>,
  <a href={pathWith(droppedEventsPath, { connection: event.connection_id })}>
    {event.client_name ?? event.connection_id}
  </a>,
  event.account_id === null ? (
    '–'
  ) : (
    <a href={operatedAccountPath(event.account_id)}>{event.account_name ?? event.account_id}</a>
  ),
  event.attempts,
  <a href={pathWith(droppedEventsPath, { reason: event.reason })}>{event.reason}</a>,
  event.can_be_replayed ? (
    <a href={pathWith(replayPath, { id: event.id })}>Replay</a>
  ) : (
    <Tag tone="quiet">No callback</Tag>
  ),
];

/** Events that were given up (docs/api/back-office.md#dropped-events). */
export const droppedEventsPage = page(droppedEventsPath, {
  summary: 'The events that were given up, for operators',
  who: 'operator',
  query: { ...droppedQuery, after: givenText },
  load: async ({ query: { after, ...query } }, visit, { askFor }: { askFor: AskFor }) => ({
    query,
    ...(await askFor(listDroppedEvents, visit, { params: {}, input: { ...query, after, count: shownMax } })),
  }),
  show: ({ query, items, next }, visit, form) => (
    <Layout title="Dropped events" visit={visit} trail={backlogTrail(visit)}>
      <Section title="Filter">
        <DroppedFilter form={form} query={query} />
      </Section>
      <Section
        title="Events"
        {...(items.length > 0 && { action: { label: 'Replay all', href: pathWith(replayPath, query) } })}
      >
        {items.length === 0 ? (
          <Empty>No dropped event matches. An event is listed here for some days after its last attempt failed.</Empty>
        ) : (
          <Table
            label="Dropped events"
            heads={['Dropped', 'Event', 'For', 'Account', 'Attempts', 'Reason', '']}
            rows={items.map(rowOf(visit.user.timezone))}
          />
        )}
        {next !== null && (
          <p class="actions">
            <a class="button" href={pathWith(droppedEventsPath, { ...query, after: next })}>
              Older
            </a>
          </p>
        )}
      </Section>
    </Layout>
  ),
});
