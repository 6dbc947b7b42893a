import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { ClientFields } from './client-fields.tsx';
import { clientPath, clientsPath } from '../paths/client-path.ts';
import { clientForm } from './client.schema.ts';
import { createClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { texts } from './texts.ts';

export const createClientPage = page('/back-office/clients/new', {
  summary: 'Register a client',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('new_client')} visit={visit} trail={[{ label: t('clients'), href: clientsPath }]}>
        <Section title={t('your_app')}>
          <Form visit={visit} form={form} submit={t('register')} cancel={clientsPath}>
            <ClientFields form={form} />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: clientForm,
  async submit({ form }, visit, { askFor }: { askFor: AskFor }) {
    const { client_id } = await askFor(createClient, visit, { params: {}, input: form });
    return goTo(visit, clientPath(client_id), { notice: texts(visit)('was_registered') });
  },
});
