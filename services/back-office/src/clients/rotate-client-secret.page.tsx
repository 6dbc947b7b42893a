import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { retrieveClient, rotateClientSecret } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { texts } from './texts.ts';

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
            <li>{t('rotate_old')}</li>
            <li>{t('rotate_signed')}</li>
            <li>{t('rotate_both')}</li>
            <li>{t('rotate_tokens')}</li>
          </ul>
          <Form visit={visit} form={form} submit={t('create_secret')} danger cancel={clientPath(client.id)} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }) {
    await askFor(rotateClientSecret, visit, { params });
    return goTo(visit, `${clientPath(params.client_id)}/secret`, {
      notice: texts(visit)('has_new_secret'),
    });
  },
});
