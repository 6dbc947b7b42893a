import { byUser } from '../audit/audit.ts';
import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { clientPath, clientTrail } from './client-path.ts';
import { retrieveOwnClient } from './retrieve-own-client.ts';
import { rotateClientSecret } from './rotate-client-secret.ts';

export const rotateClientSecretPage = page('/back-office/clients/:client_id/rotate-secret', {
  summary: 'Give a client a new secret',
  who: 'confirmed',
  load: ({ params }, { user }, { db }) => retrieveOwnClient(db, user, params.client_id),
  show: (client, visit, form) => (
    <Layout title={`New secret for ${client.name}`} visit={visit} trail={clientTrail(client)}>
      <Section title="What happens then">
        <ul>
          <li>The old secret stops working at once: your application gets no token and revokes none with it.</li>
          <li>Callbacks are signed with the new secret at once, those that wait to be sent again too.</li>
          <li>Access tokens stay valid. Nobody has to let your application in again.</li>
        </ul>
        <Form visit={visit} form={form} submit="Make a new secret" danger cancel={clientPath(client.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params: { client_id: id } }, visit, deps) {
    await rotateClientSecret(deps, byUser(visit), { id, user_id: visit.user.id });
    return goTo(visit, `${clientPath(id)}/secret`, {
      notice: 'The client has a new secret. The old one stopped working.',
    });
  },
});
