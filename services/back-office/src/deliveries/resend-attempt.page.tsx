import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { resendAttempt, retrieveAttempt } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { pathWith } from '../queries/path-with.ts';
import { eventKind } from './attempt-words.tsx';
import { belowLog, logOf, logPath, receiverName, logPaths, type LogPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';

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
    show({ log, connection, attempt }, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t('send_event_again', {
            event: eventKind(attempt),
            name: <Name>{receiverName(log, connection)}</Name>,
          })}
          visit={visit}
          trail={belowLog(log, connection, visit)}
        >
          <Section title={t('what_happens')}>
            <ul>
              <li>{t('event_is_sent', { id: <code>{attempt.event_id}</code> })}</li>
              <li>{t('attempts_anew')}</li>
              <li>{t('attempt_at_once')}</li>
            </ul>
            <Form visit={visit} form={form} submit={t('send_again')} cancel={`${logPath(log)}/${attempt.id}`} />
          </Section>
        </Layout>
      );
    },
    async submit({ params }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const { attempt_id } = params;
      const { attempt } = await askFor(retrieveAttempt, visit, {
        ...{ params: { connection_id, attempt_id }, input: { client_id } },
      });
      await askFor(resendAttempt, visit, { params: { connection_id, attempt_id }, input: { client_id } });
      return goTo(visit, pathWith(logPath(log), { event_id: attempt.event_id }), {
        notice: texts(visit)('is_sent_again'),
      });
    },
  });

/** Sends the event of an attempt again. */
export const resendAttemptPages = logPaths.flatMap(resendAttemptPage);
