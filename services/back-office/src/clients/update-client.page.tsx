import { Name, Notice, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { ClientFields } from './client-fields.tsx';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { clientForm } from './client.schema.ts';
import { retrieveClient, updateClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { texts } from './texts.ts';

export const updateClientPage = page('/back-office/clients/:client_id/update', {
  summary: 'Update a client',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('edit_named', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={clientTrail(client, visit)}
      >
        <Section title={t('your_app')}>
          {client.verified_at && (
            <Notice tone="busy">
              <p>{t('verify_again')}</p>
            </Notice>
          )}
          <Form visit={visit} form={form} submit={t('save')} cancel={clientPath(client.id)}>
            <ClientFields form={form} client={client} />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: clientForm,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(updateClient, visit, { params, input: form });
    return goTo(visit, clientPath(params.client_id), { notice: texts(visit)('was_updated') });
  },
});
