import { Empty, Name, Notice, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listAttempts, retrieveSending, type LoggedAttempt, type Sending } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { givenText } from '../backlog/given-text.ts';
import { pathWith } from '../queries/path-with.ts';
import { answerInWords, AttemptState, durationInWords, eventKind } from './attempt-words.tsx';
import { LogFilter, logQuery } from './log-filter.tsx';
import { logOf, logPath, logTrail, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const shownMax = 50;

const rowOf =
  (log: Log, visit: UserVisit, timezone = visit.user.timezone) =>
  (attempt: LoggedAttempt) => [
    <a href={`${logPath(log)}/${attempt.id}`}>
      <When at={new Date(attempt.ended_at)} timezone={timezone} seconds />
    </a>,
    <>
      {eventKind(attempt)}
      <small class="below">{attempt.resource_id}</small>
    </>,
    <AttemptState attempt={attempt} timezone={timezone} />,
    answerInWords(attempt, visit),
    durationInWords(attempt, visit),
  ];

/** What is kept, and what can be sent. */
const SendingSection = ({ log, sending: { subscribed, kept } }: { log: Log; sending: Sending }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('send_again')}>
      {subscribed === null ? (
        <Empty>{t('no_callback')}</Empty>
      ) : (
        <>
          <p>{kept.count === 0 ? t('none_kept') : t(kept.more ? 'kept_more' : 'kept', { count: kept.count })}</p>
          <p class="actions">
            {kept.count > 0 && (
              <a class="button primary" href={`${logPath(log)}/resend`}>
                {t('send_events_again')}
              </a>
            )}
            <a class="button" href={`${logPath(log)}/test`}>
              {t('send_test_events')}
            </a>
          </p>
        </>
      )}
    </Section>
  );
};

const logPage = (path: LogPath) =>
  page(path, {
    summary: 'The delivery log of a connection',
    who: 'user',
    query: { ...logQuery, after: givenText },
    async load({ params, query: { after, ...query } }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { client_id, connection_id } = log;
      const asked = { params: { connection_id } };
      const [page, sending] = await Promise.all([
        askFor(listAttempts, visit, { ...asked, input: { client_id, ...query, after, count: shownMax } }),
        askFor(retrieveSending, visit, { ...asked, input: { client_id } }),
      ]);
      return { log, query, ...page, sending };
    },
    show({ log, query, connection, items, next, sending }, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t('log_of', { name: <Name>{receiverName(log, connection)}</Name> })}
          visit={visit}
          trail={logTrail(log, connection, visit)}
        >
          <SendingSection log={log} sending={sending} />
          <Section title={t('filter')}>
            <LogFilter form={form} query={query} />
          </Section>
          <Section title={t('attempts')}>
            {log.client_id !== undefined && (
              <Notice tone="quiet">
                <p>{t('left_out')}</p>
              </Notice>
            )}
            {items.length === 0 ? (
              <Empty>{t('none_matches')}</Empty>
            ) : (
              <Table
                label={t('attempts')}
                heads={[t('ended'), t('event'), t('state'), t('answer'), t('took')]}
                rows={items.map(rowOf(log, visit))}
              />
            )}
            {next !== null && (
              <p class="actions">
                <a class="button" href={pathWith(logPath(log), { ...query, after: next })}>
                  {t('older')}
                </a>
              </p>
            )}
          </Section>
        </Layout>
      );
    },
  });

/** The delivery log of a connection (docs/api/back-office.md#delivery-log). */
export const logPages = logPaths.flatMap(logPage);
