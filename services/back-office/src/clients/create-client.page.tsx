import { byUser } from '../audit/audit.ts';
import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { ClientFields } from './client-fields.tsx';
import { clientPath, clientsPath } from './client-path.ts';
import { clientForm } from './client.schema.ts';
import { createClient } from './create-client.ts';

export const createClientPage = page('/back-office/clients/new', {
  summary: 'Register a client',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="New client" visit={visit} trail={[{ label: 'Clients', href: clientsPath }]}>
      <Section title="Your application">
        <Form visit={visit} form={form} submit="Register" cancel={clientsPath}>
          <ClientFields form={form} />
        </Form>
      </Section>
    </Layout>
  ),
  form: clientForm,
  async submit({ form }, visit, deps) {
    const { client_id } = await createClient(deps, byUser(visit), { user_id: visit.user.id, ...form });
    return goTo(visit, clientPath(client_id), { notice: 'The client is registered. It has an id and a secret.' });
  },
});
