import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { goTo } from '@order-hub/pages/replies';
import { deleteParkedMessage, retrieveParkedMessage } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { isId } from '@order-hub/shared/ids';
import { rule } from '@order-hub/shared/rules';
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

/** Deletes a parked message. */
export const deleteMessagePage = page(`${parkedMessagesPath}/delete`, {
  summary: 'Delete a rejected message, for operators',
  who: 'confirmed operator',
  query: { id: givenText },
  load: async ({ query: { id } }, visit, { askFor }: { askFor: AskFor }) => ({
    id,
    message: id === undefined ? null : await askFor(retrieveParkedMessage, visit, { params: { message_id: id } }),
  }),
  show({ id, message }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('delete_title')} visit={visit} trail={trailFor(visit)}>
        <section>
          {message && <MessageFacts message={message} timezone={visit.user.timezone} />}
          <p>{t('about_delete')}</p>
          <Form visit={visit} form={form} submit={t('delete')} cancel={parkedMessagesPath} danger>
            <TextField form={form} name="id" label={t('message_id')} value={id} required />
          </Form>
        </section>
      </Layout>
    );
  },
  form: z.object({
    id: z
      .string()
      .trim()
      .check(rule(isId, 'wrong_format', 'must be the id of a message')),
  }),
  async submit({ form: { id } }, visit, { askFor }) {
    await askFor(deleteParkedMessage, visit, { params: { message_id: id } });
    return goTo(visit, parkedMessagesPath, { notice: texts(visit)('was_deleted') });
  },
});
