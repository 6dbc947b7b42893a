import { parseScope } from '@order-hub/shared/scopes';
import { logPath, clientRequestsPath, requestLogPath } from '../paths/log-path.ts';
import { ConnectionTag } from '../connections/connection-tag.tsx';
import { connectionsQuery, MoreConnections } from '../connections/connections-section.tsx';
import {
  listClientConnections,
  retrieveClient,
  type ClientConnections,
  type ManagedClient,
} from '@order-hub/shared/management/clients';
import type { Ask } from '@order-hub/shared/internal-call';
import type { AskFor } from '@order-hub/shared/principal-call';
import { permissionsInShort } from '@order-hub/pages/permissions';
import { Empty, Facts, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { ListingSection } from '../apps/listing/listing-section.tsx';
import { clientPath, clientsPath } from '../paths/client-path.ts';
import { findRefusingCallbacks } from './find-refusing-callbacks.ts';
import { RefusingNotice } from './refusing-notice.tsx';
import { authorizeUrl, tokenCommand } from './token-steps.ts';

const RedirectUris = ({ redirect_uris }: ManagedClient) =>
  redirect_uris.length === 0 ? (
    <>
      None. Register one before you send users here: hubs refuse unregistered addresses unless their operator allows
      them.
    </>
  ) : (
    <>
      {redirect_uris.map((uri) => (
        <div>
          <code>{uri}</code>
        </div>
      ))}
    </>
  );

const ClientSection = ({ client, visit }: { client: ManagedClient; visit: UserVisit }) => (
  <Section title="Your app" action={{ label: 'Edit', href: `${clientPath(client.id)}/update` }}>
    <Facts
      facts={[
        ['Client id', <code>{client.id}</code>],
        ['Client secret', <a href={`${clientPath(client.id)}/secret`}>Show the secret</a>],
        ['Redirect URIs', <RedirectUris {...client} />],
        [
          'Unknown fields',
          <>
            {client.is_strict ? 'Refused' : 'Ignored'} <a href={`${clientPath(client.id)}/handling`}>Change</a>
          </>,
        ],
        ['Registered', <When at={client.created_at} timezone={visit.user.timezone} />],
        [
          'Verified',
          client.verified_at ? (
            <When at={client.verified_at} timezone={visit.user.timezone} />
          ) : (
            'No. Users are told so when they connect your app. Ask the operator of this hub to verify it.'
          ),
        ],
      ]}
    />
  </Section>
);

const TokenSection = ({ client, publicUrl }: { client: ManagedClient; publicUrl: string }) => (
  <Section title="How to get a token">
    <p>1. Send the user's browser here, with the scope that your app needs:</p>
    <pre>{authorizeUrl(publicUrl, client)}</pre>
    <p>
      2. They decide, and return to your redirect URI with a <code>code</code>. Your server exchanges it within ten
      minutes, with the secret in place of CLIENT_SECRET:
    </p>
    <pre>{tokenCommand(publicUrl, client)}</pre>
    <p>
      3. Send the <code>access_token</code> from the response with every call, in the header <code>X-Access-Token</code>
      .
    </p>
  </Section>
);

type ListProps = { client_id: string; connections: ClientConnections; visit: UserVisit };

/** Shows only what the client received with the token, and links to the logs of a connection with an account. */
const ConnectionList = ({ client_id, connections, visit }: ListProps) => (
  <Section title="Connections" action={{ label: 'All requests', href: clientRequestsPath(client_id) }}>
    {connections.items.length === 0 ? (
      <Empty>No one has connected your app yet.</Empty>
    ) : (
      <>
        <p>{`Current connections: ${connections.has_more ? 'more than ' : ''}${connections.total.toLocaleString('en')}, newest first:`}</p>
        <Table
          label="Connections of this client"
          heads={['Connection id', 'Place', 'Name', 'State', 'May use', 'Granted', '']}
          rows={connections.items.map((connection) => [
            <code>{connection.id}</code>,
            connection.location_name ?? connection.account_name ?? 'profile only',
            connection.name ?? '–',
            <ConnectionTag status={connection.status} />,
            permissionsInShort(parseScope(connection.scope), visit),
            <When at={connection.created_at} timezone={visit.user.timezone} />,
            connection.account_name !== null && (
              <>
                <a href={requestLogPath({ connection_id: connection.id, client_id })}>Requests</a>{' '}
                <a href={logPath({ connection_id: connection.id, client_id })}>Delivery log</a>
              </>
            ),
          ])}
        />
      </>
    )}
    <MoreConnections next={connections.next} />
  </Section>
);

const shownMax = 20;

export const clientPage = page('/back-office/clients/:client_id', {
  summary: 'A client of the user',
  who: 'user',
  query: connectionsQuery,
  async load({ params, query: { connections_after: after } }, visit, { ask, askFor }: { ask: Ask; askFor: AskFor }) {
    const [client, connections] = await Promise.all([
      askFor(retrieveClient, visit, { params }),
      askFor(listClientConnections, visit, { params, input: { after, count: shownMax } }),
    ]);
    // Only now it is known that the client is the user's.
    const refusing = await findRefusingCallbacks(ask, { client_id: client.id, requestId: visit.requestId });
    return { client, connections, refusing };
  },
  show: ({ client, connections, refusing }, visit) => (
    <Layout title={client.name} visit={visit} trail={[{ label: 'Clients', href: clientsPath }]}>
      <RefusingNotice client_id={client.id} callbacks={refusing} />
      <ClientSection client={client} visit={visit} />
      <ListingSection client_id={client.id} />
      <TokenSection client={client} publicUrl={visit.publicUrl} />
      <ConnectionList client_id={client.id} connections={connections} visit={visit} />
    </Layout>
  ),
});
