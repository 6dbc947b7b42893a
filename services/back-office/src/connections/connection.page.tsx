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
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type ConnectionProps = { connection: ManagedConnection; names: Names; visit: UserVisit };

const PlaceLinks = ({ connection }: { connection: ManagedConnection }) => {
  const t = texts(useLanguage());
  if (connection.account_id === null) return <>{t('profile_only')}</>;
  return (
    <>
      {placeTrail(connection, { language: useLanguage() }).map(({ label, href }, at) => (
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
}: Omit<ConnectionProps, 'names'>) => {
  const t = texts(useLanguage());
  const time = <When at={created_at} timezone={user.timezone} />;
  return (
    <>
      {grantor_id === user.id ? t('granted_by_you', { time }) : t('granted_by', { time, name: <Name>{grantor}</Name> })}
    </>
  );
};

const FactsSection = ({ connection, names, visit }: ConnectionProps) => {
  const t = texts(useLanguage());
  const known = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const]);
  return (
    <Section title={t('connection')}>
      <Facts
        facts={[
          [t('app'), connection.client_name],
          [t('registered_by'), connection.client_owner],
          ...known(t('name_of_connection'), connection.name),
          [t('state'), <ConnectionTag status={connection.status} />],
          [t('place'), <PlaceLinks connection={connection} />],
          ...known(t('catalog'), names.catalog),
          ...known(t('customer_list'), names.customer_list),
          [t('first_granted'), <FirstGranted connection={connection} visit={visit} />],
          [
            t('last_used'),
            connection.used_at ? <When at={connection.used_at} timezone={visit.user.timezone} /> : t('not_used_lately'),
          ],
        ]}
      />
    </Section>
  );
};

/** A connection without an account has no log. */
const RequestsSection = ({ id }: { id: string }) => {
  const t = texts(useLanguage());
  return (
    <Section
      title={t('requests')}
      action={{ label: t('request_log'), href: requestLogPath({ connection_id: id, client_id: undefined }) }}
    >
      <p>{t('about_requests')}</p>
    </Section>
  );
};

const PermissionsSection = ({ connection, names, visit }: ConnectionProps) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('may_do')}>
      <ul>
        {permissionsOf(parseScope(connection.scope), names, visit).map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
    </Section>
  );
};

/** What can be done with a connection that is not disconnected. */
const ActionsSection = ({ connection }: { connection: ManagedConnection }) => {
  const t = texts(useLanguage());
  const path = connectionPath(connection.id);
  return (
    <Section title={t('stop_it')}>
      {connection.blocked_at ? <p>{t('is_blocked')}</p> : <p>{t('block_or_disconnect')}</p>}
      <p class="actions">
        {connection.blocked_at ? (
          <a class="button primary" href={`${path}/unblock`}>
            {t('unblock')}
          </a>
        ) : (
          <a class="button" href={`${path}/block`}>
            {t('block')}
          </a>
        )}
        <a class="button danger" href={`${path}/disconnect`}>
          {t('disconnect')}
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
  show({ connection, names, deliveries }, visit) {
    const t = texts(visit);
    return (
      <Layout
        title={t('connection_of', { name: <Name>{connection.client_name}</Name> })}
        visit={visit}
        trail={placeTrail(connection, visit)}
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
    );
  },
});
