import { Section, Table, Tag, When } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { MessageBacklog } from '@order-hub/shared/backlog-calls';
import { retrieveBacklog, type Backlog } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { backlogPath, droppedEventsPath, operatorPath, parkedMessagesPath } from '../paths/operator-path.ts';
import { pathWith } from '../paths/path-with.ts';
import { amountOf, countInWords } from './count-in-words.ts';
import { givenText } from './given-text.ts';
import { WaitingEvents } from './waiting-events-tables.tsx';

type Service = Backlog['services'][number];

/** The queues that hold messages. */
const queuesInWords = (queues: MessageBacklog['queues']) => {
  if (queues === null) return 'The broker does not answer';
  const waiting = queues.filter(({ messages }) => messages > 0);
  return waiting.length === 0 ? '–' : waiting.map(({ queue, messages }) => `${queue}: ${messages}`).join(', ');
};

/** The messages that wait until the service is upgraded (docs/upgrade.md#messages-of-a-newer-release). */
const heldInWords = ({ oldest_at, ...held }: MessageBacklog['held'], timezone: string) =>
  oldest_at === null ? (
    '0'
  ) : (
    <>
      {countInWords(held)} since <When at={new Date(oldest_at)} timezone={timezone} />
    </>
  );

const rowOf = ({ service, backlog }: Service, timezone: string) => {
  if (backlog === null) return [service, <Tag tone="bad">Does not answer</Tag>, '–', '–', '–', '–'];
  const { outbox, parked, held, queues } = backlog;
  return [
    service,
    countInWords(outbox),
    outbox.oldest_at === null ? '–' : <When at={new Date(outbox.oldest_at)} timezone={timezone} />,
    queuesInWords(queues),
    heldInWords(held, timezone),
    parked.count === 0 ? '0' : <a href={pathWith(parkedMessagesPath, { service })}>{countInWords(parked)}</a>,
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
  show: ({ query, backlog: { services, events } }, visit, form) => (
    <Layout title="Backlog" visit={visit} trail={[{ label: 'Operator', href: operatorPath }]}>
      <Section title="Messages between services" action={{ label: 'Parked messages', href: parkedMessagesPath }}>
        <Table
          label="Services"
          heads={['Service', 'In the outbox', 'Since', 'In queues', 'Held', 'Parked']}
          rows={services.map((service) => rowOf(service, visit.user.timezone))}
        />
      </Section>
      <Section title="Events" action={{ label: 'Dropped events', href: pathWith(droppedEventsPath, query) }}>
        <p>
          {events === null || events.dropped.count === 0
            ? 'The tables below show for whom most events wait.'
            : `${events.dropped.more ? `More than ${amountOf(events.dropped.count, 'event')}` : amountOf(events.dropped.count, 'event')} dropped in the last days.`}
        </p>
        <QueryForm submit="Show">
          <TextField form={form} name="account" label="Account id" value={query.account} />
          <TextField form={form} name="client" label="Client id" value={query.client} />
          <TextField form={form} name="connection" label="Connection id" value={query.connection} />
        </QueryForm>
      </Section>
      <WaitingEvents events={events} timezone={visit.user.timezone} />
    </Layout>
  ),
});
