import { Empty, Name, Notice, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listAttempts, retrieveSending, type LoggedAttempt, type Sending } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { amountOf, countInWords } from '../backlog/count-in-words.ts';
import { givenText } from '../backlog/given-text.ts';
import { pathWith } from '../paths/path-with.ts';
import { answerInWords, AttemptState, durationInWords, eventKind } from './attempt-words.tsx';
import { LogFilter, logQuery } from './log-filter.tsx';
import { logOf, logPath, logTrail, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';

const shownMax = 50;

const rowOf = (log: Log, timezone: string) => (attempt: LoggedAttempt) => [
  <a href={`${logPath(log)}/${attempt.id}`}>
    <When at={new Date(attempt.ended_at)} timezone={timezone} seconds />
  </a>,
  <>
    {eventKind(attempt)}
    <small class="below">{attempt.resource_id}</small>
  </>,
  <AttemptState attempt={attempt} timezone={timezone} />,
  answerInWords(attempt),
  durationInWords(attempt),
];

/** What is kept, and what can be sent. */
const SendingSection = ({ log, sending: { subscribed, kept } }: { log: Log; sending: Sending }) => (
  <Section title="Send again">
    {subscribed === null ? (
      <Empty>The app has no callback now: nothing can be sent to it.</Empty>
    ) : (
      <>
        <p>
          {kept.count === 0
            ? 'No refused or given up event is kept.'
            : `Kept: ${kept.more ? countInWords(kept) + ' events' : amountOf(kept.count, 'event')} that the app refused or that were given up.`}
        </p>
        <p class="actions">
          {kept.count > 0 && (
            <a class="button primary" href={`${logPath(log)}/resend`}>
              Send events again
            </a>
          )}
          <a class="button" href={`${logPath(log)}/test`}>
            Send test events
          </a>
        </p>
      </>
    )}
  </Section>
);

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
    show: ({ log, query, connection, items, next, sending }, visit, form) => (
      <Layout
        title={
          <>
            Delivery log of <Name>{receiverName(log, connection)}</Name>
          </>
        }
        visit={visit}
        trail={logTrail(log, connection, visit)}
      >
        <SendingSection log={log} sending={sending} />
        <Section title="Filter">
          <LogFilter form={form} query={query} />
        </Section>
        <Section title="Attempts">
          {log.client_id !== undefined && (
            <Notice tone="quiet">
              <p>What may hold personal data is left out: see the log by the API, with the connection's own token.</p>
            </Notice>
          )}
          {items.length === 0 ? (
            <Empty>No attempt of the last 7 days matches.</Empty>
          ) : (
            <Table
              label="Attempts"
              heads={['Ended', 'Event', 'State', 'Answer', 'Took']}
              rows={items.map(rowOf(log, visit.user.timezone))}
            />
          )}
          {next !== null && (
            <p class="actions">
              <a class="button" href={pathWith(logPath(log), { ...query, after: next })}>
                Older
              </a>
            </p>
          )}
        </Section>
      </Layout>
    ),
  });

/** The delivery log of a connection (docs/api/back-office.md#delivery-log). */
export const logPages = logPaths.flatMap(logPage);
