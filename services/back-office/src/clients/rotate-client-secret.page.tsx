import { Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { retrieveClient, rotateClientSecret } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { texts } from './texts.ts';

/** For how many seconds the old secret is kept. */
const seconds = { now: 0, hour: 3_600, day: 86_400, week: 7 * 86_400 } as const;

const choicesIn = (t: ReturnType<typeof texts>) => [
  { value: 'now', label: t('old_ends_now'), note: t('old_ends_now_note') },
  { value: 'hour', label: t('old_for_hour'), note: t('old_kept_note') },
  { value: 'day', label: t('old_for_day'), note: t('old_kept_note') },
  { value: 'week', label: t('old_for_week'), note: t('old_kept_note') },
];

/** Gives a client a new secret, and decides how long the old one is accepted (docs/api/back-office.md#client-secrets). */
export const rotateClientSecretPage = page('/back-office/clients/:client_id/rotate-secret', {
  summary: 'Give a client a new secret',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('new_secret_for', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={clientTrail(client, visit)}
      >
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('rotate_both')}</li>
            <li>{t('rotate_tokens')}</li>
            {client.old_secret_until && <li>{t('rotate_ends_kept')}</li>}
          </ul>
          <Form visit={visit} form={form} submit={t('create_secret')} danger cancel={clientPath(client.id)}>
            <RadioField {...{ form, name: 'old', choices: choicesIn(t), value: 'now' }} label={t('old_secret')} />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: z.object({ old: z.enum(['now', 'hour', 'day', 'week']) }),
  async submit({ params, form: { old } }, visit, { askFor }) {
    await askFor(rotateClientSecret, visit, { params, input: { keep_old_seconds: seconds[old] } });
    return goTo(visit, `${clientPath(params.client_id)}/secret`, {
      notice: texts(visit)(old === 'now' ? 'has_new_secret' : 'has_two_secrets'),
    });
  },
});
