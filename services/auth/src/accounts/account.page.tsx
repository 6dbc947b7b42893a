import { takePage } from '@order-hub/shared/pagination';
import { currencyLabel } from '../currency.ts';
import { ConnectionsSection, connectionsQuery } from '../connections/connections-section.tsx';
import { listPlaceConnections } from '../connections/list-place-connections.ts';
import { LocationTable } from '../locations/location-table.tsx';
import { listOwnLocations } from '../locations/list-own-locations.ts';
import { afterQuery } from '../pages/after-query.ts';
import { Empty, Facts, More, Notice, Section, Tag } from '../pages/elements.tsx';
import { Layout } from '../pages/layout.tsx';
import { page } from '../pages/page.ts';
import { accountPath } from './account-path.ts';
import { retrieveOwnAccount } from './retrieve-own-account.ts';

const shownMax = 50;

/** An account, and the locations that belong to it. */
export const accountPage = page('/back-office/accounts/:account_id', {
  summary: 'An account',
  who: 'user',
  query: { ...afterQuery, ...connectionsQuery },
  async load({ params: { account_id }, query }, { user }, { db }) {
    const part = { after: query.after, count: shownMax };
    const [account, locations, connections] = await Promise.all([
      retrieveOwnAccount(db, user, account_id),
      listOwnLocations(db, user, account_id, part),
      listPlaceConnections(db, user, { account_id }, { after: query.connections_after }),
    ]);
    return { account, locations: takePage(locations, shownMax, ({ id }) => id), connections };
  },
  show: ({ account: { id, name, currency, suspended, locations: count }, locations, connections }, visit) => (
    <Layout title={name} visit={visit} trail={[{ label: 'Accounts', href: '/back-office' }]}>
      {suspended && (
        <Notice tone="bad">
          <p>
            This account is suspended, because its subscription is not paid. Until it is, applications reach none of its
            locations. What they have stored is kept. Ask the operator of this hub to resume it.
          </p>
        </Notice>
      )}
      <Section title="About the account" action={{ label: 'Rename', href: `${accountPath(id)}/rename` }}>
        <Facts
          facts={[
            ['State', suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>],
            ['Currency', currencyLabel(currency)],
            ['Locations', count],
            ['Account id', <code>{id}</code>],
          ]}
        />
      </Section>
      <Section title="Locations" action={{ label: 'New location', href: `${accountPath(id)}/locations/new` }}>
        {locations.items.length === 0 ? (
          <Empty>A location is a restaurant or shop of this account. There is none yet: add the first.</Empty>
        ) : (
          <LocationTable locations={locations.items} />
        )}
        <More path={accountPath(id)} after={locations.next} />
      </Section>
      <ConnectionsSection connections={connections} visit={visit} />
      <Section title="Audit" action={{ label: 'Audit', href: `${accountPath(id)}/audit` }}>
        <p>Who did what in this account, when, and from where.</p>
      </Section>
    </Layout>
  ),
});
