import { byUser } from '../audit/audit.ts';
import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { disconnectConnection } from './disconnect-connection.ts';
import { connectionPath, connectionTrail } from './connection-path.ts';
import { retrieveOwnConnection } from './retrieve-own-connection.ts';

export const disconnectConnectionPage = page('/back-office/connections/:connection_id/disconnect', {
  summary: 'End a connection for good',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnConnection(db, user, params.connection_id),
  show: (connection, visit, form) => (
    <Layout title={`Disconnect ${connection.client_name}?`} visit={visit} trail={connectionTrail(connection)}>
      <Section title="What happens then">
        <ul>
          <li>The access token of the application never works again.</li>
          <li>Its callback and the events that wait for it are deleted. Nobody gets them any more.</li>
          <li>Orders, catalogs and customers that it has created stay.</li>
          <li>To use the application again you would have to let it in again; it then gets a new token.</li>
        </ul>
        <Form visit={visit} form={form} submit="Disconnect for good" danger cancel={connectionPath(connection.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params: { connection_id: id } }, visit, deps) {
    await disconnectConnection(deps, byUser(visit), { id, user_id: visit.user.id });
    return goTo(visit, connectionPath(id), { notice: 'The connection is ended for good.' });
  },
});
