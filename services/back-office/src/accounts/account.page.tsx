import { listLocations } from '@order-hub/shared/management/locations';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { currencyLabel } from '../choices/currency-choices.ts';
import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { LocationTable } from '../locations/location-table.tsx';
import { afterQuery } from '../paths/after-query.ts';
import { Empty, Facts, More, Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { accountPath } from '../paths/account-path.ts';
import { StateTag } from '../suspensions/state-tag.tsx';

const locationsShownMax = 50;

/** An account, and the locations that belong to it. */
export const accountPage = page('/back-office/accounts/:account_id', {
  summary: 'An account',
  who: 'user',
  query: { ...afterQuery, ...connectionsQuery },
  async load({ params: { account_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const locationsInput = { account_id, after: query.after, count: locationsShownMax };
    const connectionsInput = { account_id, after: query.connections_after, count: connectionsShownMax };
    const [account, locations, connections] = await Promise.all([
      askFor(retrieveAccount, visit, { params: { account_id } }),
      askFor(listLocations, visit, { params: {}, input: locationsInput }),
      askFor(listUserConnections, visit, { params: {}, input: connectionsInput }),
    ]);
    return { account, locations, connections };
  },
  show: ({ account, locations, connections }, visit) => {
    const { id, name, currency, locations: count } = account;
    const suspended = account.suspended_at !== null;
    return (
      <Layout title={name} visit={visit} trail={[{ label: 'Accounts', href: '/back-office' }]}>
        {suspended && (
          <Notice tone="bad">
            <p>
              This account is suspended because its subscription has not been paid. Until it is, apps cannot reach its
              locations. Their data is kept. Ask the operator of this hub to resume the account.
            </p>
          </Notice>
        )}
        <Section title="About the account" action={{ label: 'Rename', href: `${accountPath(id)}/update` }}>
          <Facts
            facts={[
              ['State', <StateTag suspended={suspended} />],
              ['Currency', currencyLabel(currency)],
              ['Locations', count],
              ['Account id', <code>{id}</code>],
            ]}
          />
        </Section>
        <Section title="Locations" action={{ label: 'New location', href: `${accountPath(id)}/locations/new` }}>
          {locations.items.length === 0 ? (
            <Empty>A location is a restaurant or shop. This account has none yet: add the first.</Empty>
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
    );
  },
});
