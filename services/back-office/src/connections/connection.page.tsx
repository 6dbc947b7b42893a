import { Facts, Name, Section, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { permissionsOf, type Names } from '@order-hub/pages/permissions';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Ask } from '@order-hub/shared/internal-call';
import { retrieveConnection, type ManagedConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { parseScope } from '@order-hub/shared/scopes';
import { HealthSection } from '../health/health-section.tsx';
import { connectionPath, placeTrail } from '../paths/connection-path.ts';
import { logPath, requestLogPath } from '../paths/log-path.ts';
import { ConnectionTag } from './connection-tag.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { findBoundNames } from './find-bound-names.ts';
import { findDeliveries } from './find-deliveries.ts';
import { RefusalsNotice } from './refusals-notice.tsx';

type ConnectionProps = { connection: ManagedConnection; names: Names; visit: UserVisit };

const PlaceLinks = ({ connection }: { connection: ManagedConnection }) => {
  if (connection.account_id === null) return <>None: your profile only</>;
  return (
    <>
      {placeTrail(connection).map(({ label, href }, at) => (
        <>
          {at > 0 && ', '}
          <a href={href}>
            <Name>{label}</Name>
          </a>
        </>
      ))}
    </>
  );
};

const FirstGranted = ({
  connection: { created_at, grantor, grantor_id },
  visit: { user },
}: Omit<ConnectionProps, 'names'>) => (
  <>
    <When at={created_at} timezone={user.timezone} />, by {grantor_id === user.id ? 'you' : <Name>{grantor}</Name>}
  </>
);

const FactsSection = ({ connection, names, visit }: ConnectionProps) => (
  <Section title="Connection">
    <Facts
      facts={[
        ['App', connection.client_name],
        ['Registered by', connection.client_owner],
        ['Name of the connection', connection.name],
        ['State', <ConnectionTag status={connection.status} />],
        ['Place', <PlaceLinks connection={connection} />],
        ['Catalog', names.catalog],
        ['Customer list', names.customer_list],
        ['First granted', <FirstGranted connection={connection} visit={visit} />],
        [
          'Last used',
          connection.used_at ? <When at={connection.used_at} timezone={visit.user.timezone} /> : 'Not yet, or long ago',
        ],
      ]}
    />
  </Section>
);

/** A connection without an account has no log. */
const RequestsSection = ({ id }: { id: string }) => (
  <Section
    title="Requests"
    action={{ label: 'Request log', href: requestLogPath({ connection_id: id, client_id: undefined }) }}
  >
    <p>What the app asked of the hub in the last days, and what it was answered.</p>
  </Section>
);

const PermissionsSection = ({ connection, names, visit }: ConnectionProps) => (
  <Section title="What it may do">
    <ul>
      {permissionsOf(parseScope(connection.scope), names, visit).map((sentence) => (
        <li>{sentence}</li>
      ))}
    </ul>
  </Section>
);

/** What can be done with a connection that is not disconnected. */
const ActionsSection = ({ connection }: { connection: ManagedConnection }) => {
  const path = connectionPath(connection.id);
  return (
    <Section title="Stop it">
      {connection.blocked_at ? (
        <p>It is blocked: its calls fail, and its events wait until you unblock it.</p>
      ) : (
        <p>Block it to stop it for a while. Disconnect it when you no longer need it.</p>
      )}
      <p class="actions">
        {connection.blocked_at ? (
          <a class="button primary" href={`${path}/unblock`}>
            Unblock
          </a>
        ) : (
          <a class="button" href={`${path}/block`}>
            Block
          </a>
        )}
        <a class="button danger" href={`${path}/disconnect`}>
          Disconnect
        </a>
      </p>
    </Section>
  );
};

export const connectionPage = page('/back-office/connections/:connection_id', {
  summary: 'A connection of the user',
  who: 'user',
  async load({ params }, visit, { ask, askFor }: { ask: Ask; askFor: AskFor }) {
    const [connection, bound, deliveries] = await Promise.all([
      askFor(retrieveConnection, visit, { params }),
      findBoundNames(ask, visit),
      findDeliveries(askFor, visit, params.connection_id),
    ]);
    return { connection, names: { ...bound, place: connection.location_name ?? connection.account_name }, deliveries };
  },
  show: ({ connection, names, deliveries }, visit) => (
    <Layout
      title={
        <>
          Connection of <Name>{connection.client_name}</Name>
        </>
      }
      visit={visit}
      trail={placeTrail(connection)}
    >
      {deliveries && deliveries !== 'unavailable' && deliveries.refusals && (
        <RefusalsNotice
          name={connection.client_name}
          refusals={deliveries.refusals}
          logPath={logPath({ connection_id: connection.id, client_id: undefined })}
        />
      )}
      <HealthSection connection={connection} deliveries={deliveries} visit={visit} />
      <FactsSection connection={connection} names={names} visit={visit} />
      <PermissionsSection connection={connection} names={names} visit={visit} />
      {deliveries && <DeliveriesSection id={connection.id} deliveries={deliveries} timezone={visit.user.timezone} />}
      {connection.account_id !== null && <RequestsSection id={connection.id} />}
      {connection.status !== 'disconnected' && <ActionsSection connection={connection} />}
    </Layout>
  ),
});
