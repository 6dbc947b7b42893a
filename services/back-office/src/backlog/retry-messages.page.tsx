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
import { givenText } from './given-text.ts';
import { MessageFacts } from './message-facts.tsx';
import { texts } from './texts.ts';

const trailFor = (visit: Visit) => [
  ...backlogTrail(visit),
  { label: texts(visit)('parked_messages'), href: parkedMessagesPath },
];

function which({ topic, service }: { topic?: string | undefined; service?: string | undefined }) {
  if (topic === undefined) return service === undefined ? 'all' : 'service';
  return service === undefined ? 'topic' : 'both';
}

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
  show({ query, message }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('retry_title')} visit={visit} trail={trailFor(visit)}>
        <section>
          {message && <MessageFacts message={message} timezone={visit.user.timezone} />}
          <p>
            {t('retry_which', {
              which: message ? 'one' : which(query),
              topic: query.topic ?? '',
              service: query.service ?? '',
            })}
          </p>
          <Form visit={visit} form={form} submit={t('send_again')} cancel={parkedMessagesPath} />
        </section>
      </Layout>
    );
  },
  form: z.object({}),
  async submit({ query }, visit, { askFor }) {
    const input = { ...query, service: query.service as MessagingService | undefined };
    const { retried, more, unavailable } = await askFor(retryParkedMessages, visit, { params: {}, input });
    const t = texts(visit);
    const said = [
      t('retried', { count: retried }),
      ...(more ? [t('retry_more')] : []),
      ...(unavailable.length === 0 ? [] : [t('services_silent', { names: unavailable.join(', ') })]),
    ];
    return goTo(visit, parkedMessagesPath, {
      notice: said.join(' '),
    });
  },
});
