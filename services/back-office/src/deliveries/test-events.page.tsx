import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Form, SelectField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveSending, sendTestEvents } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { amountOf } from '../backlog/count-in-words.ts';
import { givenText } from '../backlog/given-text.ts';
import { belowLog, logOf, logPath, receiverName, logPaths, type LogPath } from '../paths/log-path.ts';

const testEventsPage = (path: LogPath) =>
  page(`${path}/test`, {
    summary: 'Send test events to a connection',
    who: 'user',
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      return { log, ...(await askFor(retrieveSending, visit, { params: { connection_id }, input: { client_id } })) };
    },
    show: ({ log, connection, subscribed }, visit, form) => (
      <Layout
        title={
          <>
            Send test events to <Name>{receiverName(log, connection)}</Name>
          </>
        }
        visit={visit}
        trail={belowLog(log, connection, visit)}
      >
        <Section title="Test events">
          {subscribed === null ? (
            <Empty>The app has no callback now: nothing can be sent to it.</Empty>
          ) : (
            <>
              <p>
                A test event is signed, sent and logged like any other. Its body says <code>"test": true</code>, and
                what it tells of does not exist: the app must not act on it.
              </p>
              <Form visit={visit} form={form} submit="Send" cancel={logPath(log)}>
                <SelectField
                  {...{ form, name: 'type', label: 'Kind' }}
                  empty="One of each kind to which the app subscribes"
                  choices={subscribed.map((kind) => ({ value: kind, label: kind }))}
                />
              </Form>
            </>
          )}
        </Section>
      </Layout>
    ),
    form: z.object({ type: givenText }),
    async submit({ params, form: { type } }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const { events } = await askFor(sendTestEvents, visit, { params: { connection_id }, input: { client_id, type } });
      const notice =
        events === 0
          ? 'Nothing was sent: the app may not see events of this kind.'
          : `${amountOf(events, 'test event')} ${events === 1 ? 'is' : 'are'} being sent. Reload the page to see the attempts.`;
      return goTo(visit, logPath(log), { notice });
    },
  });

/** Sends test events (docs/api/events.md#test-events). */
export const testEventsPages = logPaths.flatMap(testEventsPage);
