import type { JSX } from 'preact';
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
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const RedirectUris = ({ redirect_uris }: ManagedClient) => {
  const t = texts(useLanguage());
  if (redirect_uris.length === 0) return <>{t('no_redirect')}</>;
  return (
    <>
      {redirect_uris.map((uri) => (
        <div>
          <code>{uri}</code>
        </div>
      ))}
    </>
  );
};

/** Until when the secret before the last rotation works, with the way to end it. */
const oldSecretFact = ({ id, old_secret_until: until }: ManagedClient, visit: UserVisit): [string, JSX.Element][] => {
  const t = texts(visit);
  if (until === null) return [];
  const time = <When at={until} timezone={visit.user.timezone} />;
  return [
    [
      t('old_secret'),
      <>
        {t('old_until', { time })} <a href={`${clientPath(id)}/end-old-secret`}>{t('end_old')}</a>
      </>,
    ],
  ];
};

const ClientSection = ({ client, visit }: { client: ManagedClient; visit: UserVisit }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('your_app')} action={{ label: t('edit'), href: `${clientPath(client.id)}/update` }}>
      <Facts
        facts={[
          [t('client_id'), <code>{client.id}</code>],
          [t('client_secret'), <a href={`${clientPath(client.id)}/secret`}>{t('show_secret')}</a>],
          ...oldSecretFact(client, visit),
          [t('redirect_uris'), <RedirectUris {...client} />],
          [
            t('unknown_fields'),
            <>
              {client.is_strict ? t('refused') : t('ignored')}{' '}
              <a href={`${clientPath(client.id)}/handling`}>{t('change')}</a>
            </>,
          ],
          [
            t('proof_of_request'),
            <>
              {client.needs_proof ? t('compulsory') : t('optional')}{' '}
              <a href={`${clientPath(client.id)}/proof`}>{t('change')}</a>
            </>,
          ],
          [t('registered'), <When at={client.created_at} timezone={visit.user.timezone} />],
          [
            t('verified'),
            client.verified_at ? <When at={client.verified_at} timezone={visit.user.timezone} /> : t('not_verified'),
          ],
        ]}
      />
    </Section>
  );
};

const TokenSection = ({ client, publicUrl }: { client: ManagedClient; publicUrl: string }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('how_token')}>
      <p>{t('token_1')}</p>
      <pre>{authorizeUrl(publicUrl, client)}</pre>
      <p>{t('token_2', { code: <code>code</code> })}</p>
      <pre>{tokenCommand(publicUrl, client)}</pre>
      <p>{t('token_3', { token: <code>access_token</code>, header: <code>X-Access-Token</code> })}</p>
    </Section>
  );
};

type ListProps = { client_id: string; connections: ClientConnections; visit: UserVisit };

/** Shows only what the client received with the token, and links to the logs of a connection with an account. */
const ConnectionList = ({ client_id, connections, visit }: ListProps) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('connections')} action={{ label: t('all_requests'), href: clientRequestsPath(client_id) }}>
      {connections.items.length === 0 ? (
        <Empty>{t('none_connected')}</Empty>
      ) : (
        <>
          <p>{t(connections.has_more ? 'current_more' : 'current', { count: connections.total })}</p>
          <Table
            label={t('connections_of_client')}
            heads={[t('connection_id'), t('place'), t('name'), t('state'), t('may_use'), t('granted'), '']}
            rows={connections.items.map((connection) => [
              <code>{connection.id}</code>,
              connection.location_name ?? connection.account_name ?? t('profile_only'),
              connection.name ?? '–',
              <ConnectionTag status={connection.status} />,
              permissionsInShort(parseScope(connection.scope), visit),
              <When at={connection.created_at} timezone={visit.user.timezone} />,
              connection.account_name !== null && (
                <>
                  <a href={requestLogPath({ connection_id: connection.id, client_id })}>{t('requests')}</a>{' '}
                  <a href={logPath({ connection_id: connection.id, client_id })}>{t('delivery_log')}</a>
                </>
              ),
            ])}
          />
        </>
      )}
      <MoreConnections next={connections.next} />
    </Section>
  );
};

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
  show({ client, connections, refusing }, visit) {
    const t = texts(visit);
    return (
      <Layout title={client.name} visit={visit} trail={[{ label: t('clients'), href: clientsPath }]}>
        <RefusingNotice client_id={client.id} callbacks={refusing} />
        <ClientSection client={client} visit={visit} />
        <ListingSection client_id={client.id} />
        <TokenSection client={client} publicUrl={visit.publicUrl} />
        <ConnectionList client_id={client.id} connections={connections} visit={visit} />
      </Layout>
    );
  },
});
