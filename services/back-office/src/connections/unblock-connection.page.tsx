import { byUser } from '../audit/audit.ts';
import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { unblockConnection } from './unblock-connection.ts';
import { connectionPath, connectionTrail } from './connection-path.ts';
import { retrieveOwnConnection } from './retrieve-own-connection.ts';

export const unblockConnectionPage = page('/back-office/connections/:connection_id/unblock', {
  summary: 'Let a blocked connection work again',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnConnection(db, user, params.connection_id),
  show: (connection, visit, form) => (
    <Layout title={`Unblock ${connection.client_name}?`} visit={visit} trail={connectionTrail(connection)}>
      <Section title="What happens then">
        <ul>
          <li>Calls of the application work again, with the same access token.</li>
          <li>Events that have waited are sent.</li>
        </ul>
        <Form visit={visit} form={form} submit="Unblock" cancel={connectionPath(connection.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params: { connection_id: id } }, visit, deps) {
    await unblockConnection(deps, byUser(visit), { id, user_id: visit.user.id });
    return goTo(visit, connectionPath(id), { notice: 'The connection works again.' });
  },
});
