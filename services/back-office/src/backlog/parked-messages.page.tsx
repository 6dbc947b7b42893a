import { Empty, Notice, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { QueryForm, SelectField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { messagingServices, type MessagingService } from '@order-hub/shared/backlog-calls';
import { listParkedMessages, type ManagedMessage } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { topics } from '@order-hub/shared/topics';
import { parkedMessagesPath } from '../paths/operator-path.ts';
import { pathWith } from '../paths/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { givenText } from './given-text.ts';

const shownMax = 50;

const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

type Query = { service?: string | undefined; topic?: string | undefined };

const Filter = ({ form, query }: { form: FormState; query: Query }) => (
  <QueryForm submit="Show">
    <SelectField
      {...{ form, name: 'service', label: 'Service', empty: 'Every service' }}
      choices={choicesOf(messagingServices)}
      value={query.service}
    />
    <SelectField
      {...{ form, name: 'topic', label: 'Topic', empty: 'Every topic' }}
      choices={choicesOf(Object.keys(topics))}
      value={query.topic}
    />
  </QueryForm>
);

const rowOf = (timezone: string) => (message: ManagedMessage) => [
  <When at={new Date(message.parked_at)} timezone={timezone} />,
  <>
    {message.topic}
    <div>
      <code>{message.id}</code>
    </div>
  </>,
  <code>{message.key}</code>,
  message.service,
  message.attempts,
  message.reason ?? '–',
  <>
    {message.is_empty ? (
      <Tag tone="quiet">No body</Tag>
    ) : (
      <a href={pathWith(`${parkedMessagesPath}/retry`, { id: message.id })}>Retry</a>
    )}{' '}
    <a href={pathWith(`${parkedMessagesPath}/delete`, { id: message.id })}>Delete</a>
  </>,
];

/** Messages that a consumer rejected (docs/api/back-office.md#parked-messages). */
export const parkedMessagesPage = page(parkedMessagesPath, {
  summary: 'The messages that consumers rejected, for operators',
  who: 'operator',
  query: { service: givenText, topic: givenText, after: givenText },
  async load({ query: { after, ...query } }, visit, { askFor }: { askFor: AskFor }) {
    const input = { ...query, service: query.service as MessagingService | undefined, after, count: shownMax };
    return { query, ...(await askFor(listParkedMessages, visit, { params: {}, input })) };
  },
  show: ({ query, items, next, unavailable }, visit, form) => (
    <Layout title="Parked messages" visit={visit} trail={backlogTrail(visit)}>
      <Section title="Filter">
        <Filter form={form} query={query} />
      </Section>
      <Section
        title="Messages"
        {...(items.length > 0 && {
          action: { label: 'Retry all', href: pathWith(`${parkedMessagesPath}/retry`, query) },
        })}
      >
        {unavailable.length > 0 && (
          <Notice tone="bad">
            <p>These services do not answer at the moment: {unavailable.join(', ')}. Their messages are missing.</p>
          </Notice>
        )}
        {items.length === 0 ? (
          <Empty>No message is parked. A message is listed here when its consumer rejected it.</Empty>
        ) : (
          <Table
            label="Parked messages"
            heads={['Parked', 'Message', 'Key', 'In', 'Attempts', 'Error', '']}
            rows={items.map(rowOf(visit.user.timezone))}
          />
        )}
        {next !== null && (
          <p class="actions">
            <a class="button" href={pathWith(parkedMessagesPath, { ...query, after: next })}>
              Older
            </a>
          </p>
        )}
      </Section>
    </Layout>
  ),
});
