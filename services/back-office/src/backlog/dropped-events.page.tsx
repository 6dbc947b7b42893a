import { Empty, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listDroppedEvents, type ManagedDroppedEvent } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { droppedEventsPath, operatedAccountPath } from '../paths/operator-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { DroppedFilter, droppedQuery } from './dropped-filters.tsx';
import { givenText } from './given-text.ts';
import { texts } from './texts.ts';

const shownMax = 50;
const replayPath = `${droppedEventsPath}/replay`;

const rowOf =
  (visit: UserVisit, timezone = visit.user.timezone) =>
  (event: ManagedDroppedEvent) => [
    <When at={new Date(event.dropped_at)} timezone={timezone} />,
    <>
      <code>{event.type}</code>
      <small class="below">
        <code>{event.resource_id}</code>
      </small>
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
    <a href={pathWith(droppedEventsPath, { reason: event.reason })}>
      <bdi>{event.reason}</bdi>
    </a>,
    event.can_be_replayed ? (
      <a href={pathWith(replayPath, { id: event.id })}>{texts(visit)('replay')}</a>
    ) : (
      <Tag tone="quiet">{texts(visit)('no_callback')}</Tag>
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
  show({ query, items, next }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('dropped_events')} visit={visit} trail={backlogTrail(visit)}>
        <Section title={t('filter')}>
          <DroppedFilter form={form} query={query} />
        </Section>
        <Section
          title={t('events')}
          {...(items.length > 0 && { action: { label: t('replay_all'), href: pathWith(replayPath, query) } })}
        >
          {items.length === 0 ? (
            <Empty>{t('none_dropped')}</Empty>
          ) : (
            <Table
              label={t('dropped_events')}
              heads={[t('head_dropped'), t('event'), t('for'), t('account'), t('attempts'), t('reason'), '']}
              rows={items.map(rowOf(visit))}
            />
          )}
          {next !== null && (
            <p class="actions">
              <a class="button" href={pathWith(droppedEventsPath, { ...query, after: next })}>
                {t('older')}
              </a>
            </p>
          )}
        </Section>
      </Layout>
    );
  },
});
