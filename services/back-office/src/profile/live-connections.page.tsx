import {
  disconnectConnection,
  listLiveConnections,
  type ListedConnection,
} from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { parseScope } from '@order-hub/shared/scopes';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Section, Table, When } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { permissionsInShort } from '@order-hub/pages/permissions';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { connectionsQuery, connectionsShownMax, MoreConnections } from '../connections/connections-section.tsx';
import { connectionPath } from '../paths/connection-path.ts';
import { profilePath } from '../paths/profile-path.ts';

const path = `${profilePath}/connections` as const;
const everyShown = 'all';

const find = (askFor: AskFor, visit: UserVisit, after?: string) =>
  askFor(listLiveConnections, visit, { params: {}, input: { after, count: connectionsShownMax } });

const Disconnect = ({ visit, connection }: { visit: UserVisit; connection: ListedConnection }) => (
  <form method="post">
    <input type="hidden" name="form_token" value={visit.formToken} />
    <input type="hidden" name="connection" value={connection.id} />
    <button aria-label={`Disconnect ${connection.client_name}`}>Disconnect</button>
  </form>
);

const rowOf = (connection: ListedConnection, visit: UserVisit) => [
  <a href={connectionPath(connection.id)}>{connection.client_name}</a>,
  connection.location_name ?? connection.account_name ?? 'Your profile',
  permissionsInShort(parseScope(connection.scope), visit),
  <When at={connection.created_at} timezone={visit.user.timezone} />,
  <Disconnect visit={visit} connection={connection} />,
];

/** The user's connections everywhere. A user comes here after setting a new password by a link. */
export const liveConnectionsPage = page(path, {
  summary: 'The connections of the user in all accounts, to review them',
  who: 'user',
  query: connectionsQuery,
  load: ({ query: { connections_after } }, visit, { askFor }: { askFor: AskFor }) =>
    find(askFor, visit, connections_after),
  show: ({ items, next }, visit, form) => (
    <Layout title="Connected apps" visit={visit} trail={[{ label: 'Profile', href: profilePath }]}>
      <Section
        title="What is connected"
        action={{ label: items.length > 0 ? 'Keep them all' : 'To your accounts', href: '/back-office' }}
      >
        <p>
          These apps reach your data without your password. If someone else knew it, they may have connected one of
          them. Disconnect those that you don't recognise: their access ends for good.
        </p>
        {items.length === 0 ? (
          <Empty>No app is connected.</Empty>
        ) : (
          <Table
            label="What is connected"
            heads={['App', 'Place', 'May use', 'Connected', 'Action']}
            rows={items.map((connection) => rowOf(connection, visit))}
          />
        )}
        <MoreConnections next={next} />
      </Section>
      {items.length > 1 && (
        <Section title="All of them">
          <p>Each app in this list has to be connected again before it works again.</p>
          <Form visit={visit} form={form} submit="Disconnect all in this list" danger>
            <input type="hidden" name="connection" value={everyShown} />
          </Form>
        </Section>
      )}
    </Layout>
  ),
  form: z.object({ connection: textUpTo(64) }),
  async submit({ query, form: { connection } }, visit, { askFor }) {
    const listed = connection === everyShown ? (await find(askFor, visit, query.connections_after)).items : [];
    const ids = connection === everyShown ? listed.map(({ id }) => id) : [connection];
    for (const connection_id of ids) await askFor(disconnectConnection, visit, { params: { connection_id } });
    const notice = connection === everyShown ? 'All apps in the list are disconnected.' : 'The app is disconnected.';
    return goTo(visit, path, { notice });
  },
});
