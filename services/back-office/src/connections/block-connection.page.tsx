import { byUser } from '../audit/audit.ts';
import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { blockConnection } from './block-connection.ts';
import { connectionPath, connectionTrail } from './connection-path.ts';
import { retrieveOwnConnection } from './retrieve-own-connection.ts';

export const blockConnectionPage = page('/back-office/connections/:connection_id/block', {
  summary: 'Block a connection for a time',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnConnection(db, user, params.connection_id),
  show: (connection, visit, form) => (
    <Layout title={`Block ${connection.client_name}?`} visit={visit} trail={connectionTrail(connection)}>
      <Section title="What happens then">
        <ul>
          <li>Every call of the application is refused. It is told that the connection has been blocked.</li>
          <li>Events for it are kept, and sent when you unblock it.</li>
          <li>To let the application in again on its own page also ends the block.</li>
        </ul>
        <Form visit={visit} form={form} submit="Block" danger cancel={connectionPath(connection.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params: { connection_id: id } }, visit, deps) {
    await blockConnection(deps, byUser(visit), { id, user_id: visit.user.id });
    return goTo(visit, connectionPath(id), { notice: 'The connection is blocked.' });
  },
});
