import { takePage } from '@order-hub/shared/pagination';
import { currencyLabel } from '../currency.ts';
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
  query: afterQuery,
  async load({ params: { account_id }, query }, { user }, { db }) {
    const part = { after: query.after, count: shownMax };
    const [account, locations] = await Promise.all([
      retrieveOwnAccount(db, user, account_id),
      listOwnLocations(db, user, account_id, part),
    ]);
    return { account, locations: takePage(locations, shownMax, ({ id }) => id) };
  },
  show: ({ account: { id, name, currency, suspended, locations: count }, locations }, visit) => (
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
    </Layout>
  ),
});
