import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { disconnectConnection, retrieveConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionPath, connectionTrail } from '../paths/connection-path.ts';

export const disconnectConnectionPage = page('/back-office/connections/:connection_id/disconnect', {
  summary: 'End a connection for good',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveConnection, visit, { params }),
  show: (connection, visit, form) => (
    <Layout
      title={
        <>
          Disconnect <Name>{connection.client_name}</Name>?
        </>
      }
      visit={visit}
      trail={connectionTrail(connection)}
    >
      <Section title="What happens then">
        <ul>
          <li>The access token of the app never works again.</li>
          <li>Its callback and its waiting events are deleted. No one receives them any more.</li>
          <li>Orders, catalogs and customers that it created stay.</li>
          <li>To use the app again you would have to connect it again; it then gets a new token.</li>
        </ul>
        <Form visit={visit} form={form} submit="Disconnect for good" danger cancel={connectionPath(connection.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params }, visit, { askFor }) {
    await askFor(disconnectConnection, visit, { params });
    return goTo(visit, connectionPath(params.connection_id), { notice: 'The connection has been ended for good.' });
  },
});
