import { Empty, Facts, Name, Section, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { retrieveAttempt, type LoggedAttempt } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { pathWith } from '../paths/path-with.ts';
import { answerInWords, AttemptState, canBeResent, durationInWords, eventKind, whyInWords } from './attempt-words.tsx';
import { belowLog, logOf, logPath, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';

type AttemptProps = { attempt: LoggedAttempt; log: Log; timezone: string };

const AttemptFacts = ({ attempt, log, timezone }: AttemptProps) => (
  <Section title="Attempt">
    <Facts
      facts={[
        ['Event', eventKind(attempt)],
        ['Resource id', attempt.resource_id && <code>{attempt.resource_id}</code>],
        [
          'Event id',
          <a href={pathWith(logPath(log), { event_id: attempt.event_id })}>
            <code>{attempt.event_id}</code>
          </a>,
        ],
        ['Attempt', `Number ${attempt.attempt}`],
        ['Ended', <When at={new Date(attempt.ended_at)} timezone={timezone} seconds />],
        ['Answer', answerInWords(attempt)],
        ['Took', durationInWords(attempt)],
        ['State', <AttemptState attempt={attempt} timezone={timezone} />],
      ]}
    />
    <p>{whyInWords(attempt)}</p>
    {canBeResent(attempt) && (
      <p class="actions">
        <a class="button primary" href={`${logPath(log)}/${attempt.id}/resend`}>
          Send again
        </a>
      </p>
    )}
  </Section>
);

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const Sent = ({ request_headers }: LoggedAttempt) => (
  <Section title="What was sent">
    <p>These headers, and the event as the body:</p>
    <pre>{headerLines(request_headers)}</pre>
  </Section>
);

const Answered = ({
  attempt: { response_headers, response_body },
  isOwn,
}: {
  attempt: LoggedAttempt;
  isOwn: boolean;
}) => (
  <Section title="What was answered">
    {response_headers === null ? (
      <Empty>No answer is in the log.</Empty>
    ) : (
      <>
        <pre>{headerLines(response_headers)}</pre>
        {isOwn ? (
          <>
            <p>The first KiB of the body:</p>
            <pre>{response_body === null || response_body === '' ? '(empty)' : response_body}</pre>
          </>
        ) : (
          <p class="hint">
            The body and other headers are not shown, because they may repeat personal data of the event. The connection
            gets them with <code>GET /v1/callback/deliveries</code>.
          </p>
        )}
      </>
    )}
  </Section>
);

const attemptPage = (path: LogPath) =>
  page(`${path}/:attempt_id`, {
    summary: 'An attempt to push an event to a connection',
    who: 'user',
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const asked = { params: { connection_id, attempt_id: params.attempt_id }, input: { client_id } };
      return { log, ...(await askFor(retrieveAttempt, visit, asked)) };
    },
    show: ({ log, connection, attempt }, visit) => (
      <Layout
        title={
          <>
            {eventKind(attempt)} to <Name>{receiverName(log, connection)}</Name>
          </>
        }
        visit={visit}
        trail={belowLog(log, connection, visit)}
      >
        <AttemptFacts attempt={attempt} log={log} timezone={visit.user.timezone} />
        <Sent {...attempt} />
        <Answered attempt={attempt} isOwn={log.client_id === undefined} />
      </Layout>
    ),
  });

/** An attempt of the delivery log, with what was sent and answered. */
export const attemptPages = logPaths.flatMap(attemptPage);
