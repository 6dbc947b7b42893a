import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { ClientFields } from './client-fields.tsx';
import { clientPath, clientTrail } from './client-path.ts';
import { clientForm } from './client.schema.ts';
import { retrieveOwnClient } from './retrieve-own-client.ts';
import { updateClient } from './update-client.ts';

export const updateClientPage = page('/back-office/clients/:client_id/edit', {
  summary: 'Change a client',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnClient(db, user, params.client_id),
  show: (client, visit, form) => (
    <Layout title={`Change ${client.name}`} visit={visit} trail={clientTrail(client)}>
      <Section title="Your application">
        <Form visit={visit} form={form} submit="Save" cancel={clientPath(client.id)}>
          <ClientFields form={form} client={client} />
        </Form>
      </Section>
    </Layout>
  ),
  form: clientForm,
  async submit({ params: { client_id: id }, form }, visit, { db }) {
    await updateClient(db, visit, { id, ...form });
    return goTo(visit, clientPath(id), { notice: 'The client is changed.' });
  },
});
