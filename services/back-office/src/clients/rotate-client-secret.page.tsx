import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { retrieveClient, rotateClientSecret } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';

export const rotateClientSecretPage = page('/back-office/clients/:client_id/rotate-secret', {
  summary: 'Give a client a new secret',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show: (client, visit, form) => (
    <Layout
      title={
        <>
          New secret for <Name>{client.name}</Name>
        </>
      }
      visit={visit}
      trail={clientTrail(client)}
    >
      <Section title="What happens then">
        <ul>
          <li>The old secret stops working at once: your app can neither get nor revoke a token with it.</li>
          <li>Callbacks are signed with the new secret at once, including those that will be sent again.</li>
          <li>
            For 24 hours, the header Webhook-Signature also has a signature with the old secret. Accept either until
            your app has the new one.
          </li>
          <li>Access tokens stay valid. No one has to connect your app again.</li>
        </ul>
        <Form visit={visit} form={form} submit="Create a new secret" danger cancel={clientPath(client.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params }, visit, { askFor }) {
    await askFor(rotateClientSecret, visit, { params });
    return goTo(visit, `${clientPath(params.client_id)}/secret`, {
      notice: 'The client has a new secret. The old one stopped working.',
    });
  },
});
