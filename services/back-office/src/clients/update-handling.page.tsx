import { Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveClient, updateHandling } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { texts } from './texts.ts';

const choicesIn = (t: ReturnType<typeof texts>) => [
  {
    value: 'lenient',
    label: t('ignore_them'),
    note: t('ignore_note'),
  },
  {
    value: 'strict',
    label: t('refuse_request'),
    note: t('refuse_note'),
  },
];

/** Switches strict handling on or off for a client (docs/api/conventions.md#strict-handling). */
export const updateHandlingPage = page('/back-office/clients/:client_id/handling', {
  summary: 'What happens to unknown fields in the requests of a client',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('unknown_of', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={clientTrail(client, visit)}
      >
        <Section title={t('strict_handling')}>
          <p>
            {t('about_handling', {
              lenient: <code>Prefer: handling=lenient</code>,
              strict: <code>Prefer: handling=strict</code>,
            })}
          </p>
          <Form visit={visit} form={form} submit={t('save')} cancel={clientPath(client.id)}>
            <RadioField
              {...{ form, name: 'handling', choices: choicesIn(t), value: client.is_strict ? 'strict' : 'lenient' }}
              label={t('unknown_and_query')}
            />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: z.object({ handling: z.enum(['lenient', 'strict']) }),
  async submit({ params, form: { handling } }, visit, { askFor }) {
    const is_strict = handling === 'strict';
    await askFor(updateHandling, visit, { params, input: { is_strict } });
    return goTo(visit, clientPath(params.client_id), {
      notice: texts(visit)(is_strict ? 'now_refused' : 'now_accepted'),
    });
  },
});
