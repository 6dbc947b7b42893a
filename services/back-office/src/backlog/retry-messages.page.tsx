import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { goTo } from '@order-hub/pages/replies';
import type { MessagingService } from '@order-hub/shared/backlog-calls';
import { retrieveParkedMessage, retryParkedMessages } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { parkedMessagesPath } from '../paths/operator-path.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { amountOf } from './count-in-words.ts';
import { givenText } from './given-text.ts';
import { MessageFacts } from './message-facts.tsx';

const trailFor = (visit: Visit) => [...backlogTrail(visit), { label: 'Parked messages', href: parkedMessagesPath }];

const which = ({ topic, service }: { topic?: string | undefined; service?: string | undefined }) =>
  `All parked messages${topic === undefined ? '' : ` of the topic ${topic}`}${service === undefined ? '' : ` in ${service}`}`;

/** Sends parked messages again: one, those of a topic or a service, or all. */
export const retryMessagesPage = page(`${parkedMessagesPath}/retry`, {
  summary: 'Send rejected messages again, for operators',
  who: 'confirmed operator',
  query: { id: givenText, topic: givenText, service: givenText },
  load: async ({ query }, visit, { askFor }: { askFor: AskFor }) => ({
    query,
    message:
      query.id === undefined ? null : await askFor(retrieveParkedMessage, visit, { params: { message_id: query.id } }),
  }),
  show: ({ query, message }, visit, form) => (
    <Layout title="Retry parked messages" visit={visit} trail={trailFor(visit)}>
      <section>
        {message && <MessageFacts message={message} timezone={visit.user.timezone} />}
        <p>
          {message ? 'The message' : which(query)} will be sent again. Repair first what made the consumer reject it:
          else it is parked again. It arrives after later messages about the same resource.
        </p>
        <Form visit={visit} form={form} submit="Send again" cancel={parkedMessagesPath} />
      </section>
    </Layout>
  ),
  form: z.object({}),
  async submit({ query }, visit, { askFor }) {
    const input = { ...query, service: query.service as MessagingService | undefined };
    const { retried, more, unavailable } = await askFor(retryParkedMessages, visit, { params: {}, input });
    const rest = more ? ' More are parked: send them again too.' : '';
    const missing = unavailable.length === 0 ? '' : ` These services did not answer: ${unavailable.join(', ')}.`;
    return goTo(visit, parkedMessagesPath, {
      notice: `${amountOf(retried, 'message')} will be sent again.${rest}${missing}`,
    });
  },
});
