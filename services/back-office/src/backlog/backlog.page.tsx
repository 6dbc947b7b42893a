import { Section, Table, Tag, When } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MessageBacklog } from '@order-hub/shared/backlog-calls';
import { retrieveBacklog, type Backlog } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { backlogPath, droppedEventsPath, operatorPath, parkedMessagesPath } from '../paths/operator-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { countInWords } from './count-in-words.ts';
import { givenText } from './given-text.ts';
import { WaitingEvents } from './waiting-events-tables.tsx';
import { texts } from './texts.ts';

type Speaking = { language: PageLanguage };
type Service = Backlog['services'][number];

/** The queues that hold messages. */
const queuesInWords = (queues: MessageBacklog['queues'], visit: Speaking) => {
  if (queues === null) return texts(visit)('no_broker');
  const waiting = queues.filter(({ messages }) => messages > 0);
  return waiting.length === 0 ? (
    '–'
  ) : (
    <code>{waiting.map(({ queue, messages }) => `${queue}: ${messages}`).join(', ')}</code>
  );
};

/** The messages that wait until the service is upgraded (docs/upgrade.md#messages-of-a-newer-release). */
const heldInWords = ({ oldest_at, ...held }: MessageBacklog['held'], visit: UserVisit) =>
  oldest_at === null
    ? '0'
    : texts(visit)('held_since', {
        count: countInWords(held, visit),
        time: <When at={new Date(oldest_at)} timezone={visit.user.timezone} />,
      });

const rowOf = ({ service, backlog }: Service, visit: UserVisit) => {
  const { timezone } = visit.user;
  const name = <code>{service}</code>;
  if (backlog === null) return [name, <Tag tone="bad">{texts(visit)('no_answer')}</Tag>, '–', '–', '–', '–'];
  const { outbox, parked, held, queues } = backlog;
  return [
    name,
    countInWords(outbox, visit),
    outbox.oldest_at === null ? '–' : <When at={new Date(outbox.oldest_at)} timezone={timezone} />,
    queuesInWords(queues, visit),
    heldInWords(held, visit),
    parked.count === 0 ? '0' : <a href={pathWith(parkedMessagesPath, { service })}>{countInWords(parked, visit)}</a>,
  ];
};

/** What waits in the hub, since when, and why (docs/api/back-office.md#backlog). */
export const backlogPage = page(backlogPath, {
  summary: 'What waits in the hub, for operators',
  who: 'operator',
  query: { account: givenText, client: givenText, connection: givenText },
  load: async ({ query }, visit, { askFor }: { askFor: AskFor }) => ({
    query,
    backlog: await askFor(retrieveBacklog, visit, { params: {}, input: query }),
  }),
  show({ query, backlog: { services, events } }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('backlog')} visit={visit} trail={[{ label: t('operator'), href: operatorPath }]}>
        <Section title={t('messages_between')} action={{ label: t('parked_messages'), href: parkedMessagesPath }}>
          <Table
            label={t('services')}
            heads={[t('service'), t('in_outbox'), t('since'), t('in_queues'), t('held'), t('parked')]}
            rows={services.map((service) => rowOf(service, visit))}
          />
        </Section>
        <Section title={t('events')} action={{ label: t('dropped_events'), href: pathWith(droppedEventsPath, query) }}>
          <p>
            {events === null || events.dropped.count === 0
              ? t('tables_below')
              : t(events.dropped.more ? 'dropped_more' : 'dropped', { count: events.dropped.count })}
          </p>
          <QueryForm submit={t('show')}>
            <TextField form={form} name="account" label={t('account_id')} value={query.account} />
            <TextField form={form} name="client" label={t('client_id')} value={query.client} />
            <TextField form={form} name="connection" label={t('connection_id')} value={query.connection} />
          </QueryForm>
        </Section>
        <WaitingEvents events={events} timezone={visit.user.timezone} />
      </Layout>
    );
  },
});
