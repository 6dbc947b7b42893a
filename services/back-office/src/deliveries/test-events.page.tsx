import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Form, SelectField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveSending, sendTestEvents } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { givenText } from '../backlog/given-text.ts';
import { belowLog, logOf, logPath, receiverName, logPaths, type LogPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';

const testEventsPage = (path: LogPath) =>
  page(`${path}/test`, {
    summary: 'Send test events to a connection',
    who: 'user',
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      return { log, ...(await askFor(retrieveSending, visit, { params: { connection_id }, input: { client_id } })) };
    },
    show({ log, connection, subscribed }, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t('test_events_to', { name: <Name>{receiverName(log, connection)}</Name> })}
          visit={visit}
          trail={belowLog(log, connection, visit)}
        >
          <Section title={t('test_events')}>
            {subscribed === null ? (
              <Empty>{t('no_callback')}</Empty>
            ) : (
              <>
                <p>{t('about_test', { test: <code>"test": true</code> })}</p>
                <Form visit={visit} form={form} submit={t('send')} cancel={logPath(log)}>
                  <SelectField
                    {...{ form, name: 'type', label: t('kind') }}
                    empty={t('one_of_each')}
                    choices={subscribed.map((kind) => ({ value: kind, label: kind }))}
                  />
                </Form>
              </>
            )}
          </Section>
        </Layout>
      );
    },
    form: z.object({ type: givenText }),
    async submit({ params, form: { type } }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const { events } = await askFor(sendTestEvents, visit, { params: { connection_id }, input: { client_id, type } });
      const t = texts(visit);
      const notice = events === 0 ? t('nothing_sent') : t('tests_sent', { count: events });
      return goTo(visit, logPath(log), { notice });
    },
  });

/** Sends test events (docs/api/events.md#test-events). */
export const testEventsPages = logPaths.flatMap(testEventsPage);
