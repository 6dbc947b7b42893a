import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { resendAttempt, retrieveAttempt } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { pathWith } from '../paths/path-with.ts';
import { eventKind } from './attempt-words.tsx';
import { belowLog, logOf, logPath, receiverName, logPaths, type LogPath } from '../paths/log-path.ts';

const resendAttemptPage = (path: LogPath) =>
  page(`${path}/:attempt_id/resend`, {
    summary: 'Send the event of an attempt again',
    who: 'user',
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const asked = { params: { connection_id, attempt_id: params.attempt_id }, input: { client_id } };
      return { log, ...(await askFor(retrieveAttempt, visit, asked)) };
    },
    show: ({ log, connection, attempt }, visit, form) => (
      <Layout
        title={
          <>
            Send {eventKind(attempt)} to <Name>{receiverName(log, connection)}</Name> again?
          </>
        }
        visit={visit}
        trail={belowLog(log, connection, visit)}
      >
        <Section title="What happens then">
          <ul>
            <li>
              The event <code>{attempt.event_id}</code> is sent to the current address of the app, signed with its
              current secret, with the same id and body as before.
            </li>
            <li>If it was refused or given up, it gets all its attempts anew.</li>
            <li>If it waits for its next attempt, that attempt is made at once.</li>
          </ul>
          <Form visit={visit} form={form} submit="Send again" cancel={`${logPath(log)}/${attempt.id}`} />
        </Section>
      </Layout>
    ),
    async submit({ params }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const { attempt_id } = params;
      const { attempt } = await askFor(retrieveAttempt, visit, {
        ...{ params: { connection_id, attempt_id }, input: { client_id } },
      });
      await askFor(resendAttempt, visit, { params: { connection_id, attempt_id }, input: { client_id } });
      return goTo(visit, pathWith(logPath(log), { event_id: attempt.event_id }), {
        notice: 'The event is being sent again. Reload the page to see its attempts.',
      });
    },
  });

/** Sends the event of an attempt again. */
export const resendAttemptPages = logPaths.flatMap(resendAttemptPage);
