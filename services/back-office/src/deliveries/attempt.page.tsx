import { Empty, Facts, Name, Section, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { retrieveAttempt, type LoggedAttempt } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { pathWith } from '../queries/path-with.ts';
import { answerInWords, AttemptState, canBeResent, durationInWords, eventKind, whyInWords } from './attempt-words.tsx';
import { belowLog, logOf, logPath, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type AttemptProps = { attempt: LoggedAttempt; log: Log; visit: UserVisit };

const AttemptFacts = ({ attempt, log, visit }: AttemptProps) => {
  const t = texts(visit);
  const { timezone } = visit.user;
  return (
    <Section title={t('attempt')}>
      <Facts
        facts={[
          [t('event'), <code>{eventKind(attempt)}</code>],
          [t('resource_id'), attempt.resource_id && <code>{attempt.resource_id}</code>],
          [
            t('event_id'),
            <a href={pathWith(logPath(log), { event_id: attempt.event_id })}>
              <code>{attempt.event_id}</code>
            </a>,
          ],
          [t('attempt'), t('number', { number: attempt.attempt })],
          [t('ended'), <When at={new Date(attempt.ended_at)} timezone={timezone} seconds />],
          [t('answer'), answerInWords(attempt, visit)],
          [t('took'), durationInWords(attempt, visit)],
          [t('state'), <AttemptState attempt={attempt} timezone={timezone} />],
        ]}
      />
      <p>{whyInWords(attempt, visit)}</p>
      {canBeResent(attempt) && (
        <p class="actions">
          <a class="button primary" href={`${logPath(log)}/${attempt.id}/resend`}>
            {t('send_again')}
          </a>
        </p>
      )}
    </Section>
  );
};

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const Sent = ({ request_headers }: LoggedAttempt) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('what_sent')}>
      <p>{t('these_headers')}</p>
      <pre>{headerLines(request_headers)}</pre>
    </Section>
  );
};

const Answered = ({
  attempt: { response_headers, response_body },
  isOwn,
}: {
  attempt: LoggedAttempt;
  isOwn: boolean;
}) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('what_answered')}>
      {response_headers === null ? (
        <Empty>{t('no_answer_logged')}</Empty>
      ) : (
        <>
          <pre>{headerLines(response_headers)}</pre>
          {isOwn ? (
            <>
              <p>{t('first_kib')}</p>
              <pre>{response_body === null || response_body === '' ? t('empty_body') : response_body}</pre>
            </>
          ) : (
            <p class="hint">{t('body_hidden', { call: <code>GET /v1/callback/deliveries</code> })}</p>
          )}
        </>
      )}
    </Section>
  );
};

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
    show({ log, connection, attempt }, visit) {
      const t = texts(visit);
      return (
        <Layout
          title={t('event_to', { event: eventKind(attempt), name: <Name>{receiverName(log, connection)}</Name> })}
          visit={visit}
          trail={belowLog(log, connection, visit)}
        >
          <AttemptFacts attempt={attempt} log={log} visit={visit} />
          <Sent {...attempt} />
          <Answered attempt={attempt} isOwn={log.client_id === undefined} />
        </Layout>
      );
    },
  });

/** An attempt of the delivery log, with what was sent and answered. */
export const attemptPages = logPaths.flatMap(attemptPage);
