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

export const updateClientPage = page('/back-office/clients/:client_id/update', {
  summary: 'Update a client',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show: (client, visit, form) => (
    <Layout
      title={
        <>
          Edit <Name>{client.name}</Name>
        </>
      }
      visit={visit}
      trail={clientTrail(client)}
    >
      <Section title="Your app">
        {client.verified_at && (
          <Notice tone="busy">
            <p>Another name or other redirect URIs have to be verified again by the operator of this hub.</p>
          </Notice>
        )}
        <Form visit={visit} form={form} submit="Save" cancel={clientPath(client.id)}>
          <ClientFields form={form} client={client} />
        </Form>
      </Section>
    </Layout>
  ),
  form: clientForm,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(updateClient, visit, { params, input: form });
    return goTo(visit, clientPath(params.client_id), { notice: 'The client has been updated.' });
  },
});
