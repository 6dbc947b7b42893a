import { Empty, Name, Section, Table } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listApps } from '@order-hub/shared/management/apps';
import { listUserConnections, type ListedConnection } from '@order-hub/shared/management/connections';
import type { AskFor } from '@order-hub/shared/principal-call';
import { connectionsQuery, connectionsShownMax, MoreConnections } from '../connections/connections-section.tsx';
import { connectionPath } from '../paths/connection-path.ts';
import { appsPath } from '../paths/apps-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { AppList } from './app-list.tsx';
import { findHealth } from '../health/find-health.ts';
import { HealthSentence, HealthTag, NextStep } from '../health/health-words.tsx';
import type { Health } from '../health/health.ts';
import { texts } from './texts.ts';

const appsShown = 10;

type ConnectedProps = { visit: UserVisit; connections: readonly ListedConnection[]; healths: readonly Health[] };

const ConnectedApps = ({ visit, connections, healths }: ConnectedProps) => {
  const t = texts(visit);
  const { timezone } = visit.user;
  if (connections.length === 0) return <Empty>{t('none_connected')}</Empty>;
  const rows = connections.map(({ id, client_name, name }, at) => {
    const health = healths[at] ?? { kind: 'unknown', since: null, status: null };
    return [
      <>
        <a href={connectionPath(id)}>
          <Name>{client_name}</Name>
        </a>
        {name !== null && (
          <small class="below">
            <Name>{name}</Name>
          </small>
        )}
      </>,
      <HealthTag health={health} />,
      <div>
        <HealthSentence health={health} timezone={timezone} /> <NextStep id={id} health={health} />
      </div>,
    ];
  });
  return <Table label={t('connected_apps')} heads={[t('app'), t('state'), t('health')]} rows={rows} />;
};

/** The apps of a location: how the connected ones do, and others to connect. */
export const locationAppsPage = page('/back-office/locations/:location_id/apps', {
  summary: 'The apps of a location',
  who: 'user',
  query: connectionsQuery,
  async load({ params: { location_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const input = { location_id, after: query.connections_after, count: connectionsShownMax };
    const [connections, apps] = await Promise.all([
      askFor(listUserConnections, visit, { params: {}, input }),
      askFor(listApps, visit, { params: {}, input: { count: appsShown } }),
    ]);
    return { location_id, connections, apps, healths: await findHealth(askFor, visit, connections.items) };
  },
  show({ location_id, connections, apps, healths }, visit) {
    const t = texts(visit);
    const name = visit.place?.location_name ?? '';
    return (
      <Layout
        title={t('apps_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: locationPath(location_id) }]}
      >
        <Section title={t('connected_apps')}>
          <ConnectedApps visit={visit} connections={connections.items} healths={healths} />
          <MoreConnections next={connections.next} />
        </Section>
        <Section title={t('more_apps')} action={{ label: t('all_apps'), href: appsPath }}>
          <p>{t('about_connecting')}</p>
          <AppList apps={apps.items} visit={visit} />
        </Section>
      </Layout>
    );
  },
});
