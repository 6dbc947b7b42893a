import { Empty, Notice, Section, Table, Tag, When } from '@order-hub/pages/elements';
import { QueryForm, SelectField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { messagingServices, type MessagingService } from '@order-hub/shared/backlog-calls';
import { listParkedMessages, type ManagedMessage } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { topics } from '@order-hub/shared/topics';
import { parkedMessagesPath } from '../paths/operator-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { givenText } from './given-text.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const shownMax = 50;

const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

type Query = { service?: string | undefined; topic?: string | undefined };

const Filter = ({ form, query }: { form: FormState; query: Query }) => {
  const t = texts(useLanguage());
  return (
    <QueryForm submit={t('show')}>
      <SelectField
        {...{ form, name: 'service', label: t('service'), empty: t('every_service') }}
        choices={choicesOf(messagingServices)}
        value={query.service}
      />
      <SelectField
        {...{ form, name: 'topic', label: t('topic'), empty: t('every_topic') }}
        choices={choicesOf(Object.keys(topics))}
        value={query.topic}
      />
    </QueryForm>
  );
};

const rowOf =
  (visit: UserVisit, timezone = visit.user.timezone) =>
  (message: ManagedMessage) => [
    <When at={new Date(message.parked_at)} timezone={timezone} />,
    <>
      <code>{message.topic}</code>
      <div>
        <code>{message.id}</code>
      </div>
    </>,
    <code>{message.key}</code>,
    <code>{message.service}</code>,
    message.attempts,
    message.reason === null ? '–' : <bdi>{message.reason}</bdi>,
    <>
      {message.is_empty ? (
        <Tag tone="quiet">{texts(visit)('no_body')}</Tag>
      ) : (
        <a href={pathWith(`${parkedMessagesPath}/retry`, { id: message.id })}>{texts(visit)('retry')}</a>
      )}{' '}
      <a href={pathWith(`${parkedMessagesPath}/delete`, { id: message.id })}>{texts(visit)('delete')}</a>
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
  show({ query, items, next, unavailable }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('parked_messages')} visit={visit} trail={backlogTrail(visit)}>
        <Section title={t('filter')}>
          <Filter form={form} query={query} />
        </Section>
        <Section
          title={t('messages')}
          {...(items.length > 0 && {
            action: { label: t('retry_all'), href: pathWith(`${parkedMessagesPath}/retry`, query) },
          })}
        >
          {unavailable.length > 0 && (
            <Notice tone="bad">
              <p>{t('services_missing', { names: unavailable.join(', ') })}</p>
            </Notice>
          )}
          {items.length === 0 ? (
            <Empty>{t('none_parked')}</Empty>
          ) : (
            <Table
              label={t('parked_messages')}
              heads={[t('parked'), t('message'), t('key'), t('in'), t('attempts'), t('error'), '']}
              rows={items.map(rowOf(visit))}
            />
          )}
          {next !== null && (
            <p class="actions">
              <a class="button" href={pathWith(parkedMessagesPath, { ...query, after: next })}>
                {t('older')}
              </a>
            </p>
          )}
        </Section>
      </Layout>
    );
  },
});
