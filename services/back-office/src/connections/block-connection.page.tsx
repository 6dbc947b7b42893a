import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { blockConnection, retrieveConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionPath, connectionTrail } from '../paths/connection-path.ts';

export const blockConnectionPage = page('/back-office/connections/:connection_id/block', {
  summary: 'Block a connection for a while',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveConnection, visit, { params }),
  show: (connection, visit, form) => (
    <Layout
      title={
        <>
          Block <Name>{connection.client_name}</Name>?
        </>
      }
      visit={visit}
      trail={connectionTrail(connection)}
    >
      <Section title="What happens then">
        <ul>
          <li>Every call of the app is refused, with the message that the connection has been blocked.</li>
          <li>Events for it are kept and sent when you unblock it.</li>
          <li>Connecting the app again from its own page also ends the block.</li>
        </ul>
        <Form visit={visit} form={form} submit="Block" danger cancel={connectionPath(connection.id)} />
      </Section>
    </Layout>
  ),
  async submit({ params }, visit, { askFor }) {
    await askFor(blockConnection, visit, { params });
    return goTo(visit, connectionPath(params.connection_id), { notice: 'The connection has been blocked.' });
  },
});
