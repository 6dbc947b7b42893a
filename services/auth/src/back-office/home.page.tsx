import { takePage } from '@order-hub/shared/pagination';
import { accountPath } from '../accounts/account-path.ts';
import { listUserAccounts } from '../accounts/list-user-accounts.ts';
import { LocationTable } from '../locations/location-table.tsx';
import { listOwnLocations } from '../locations/list-own-locations.ts';
import { afterQuery } from '../pages/after-query.ts';
import { Empty, More, Section, Table, Tag } from '../pages/elements.tsx';
import { Layout } from '../pages/layout.tsx';
import { page } from '../pages/page.ts';

type Accounts = Awaited<ReturnType<typeof listUserAccounts>>;
type Locations = Awaited<ReturnType<typeof listOwnLocations>>;

const shownMax = 100;
const locationsShownMax = 10;

const toAdd = '/back-office/accounts/new';

const NoAccount = () => (
  <Section title="Your accounts" action={{ label: 'New account', href: toAdd }}>
    <Empty>An account is a business that owns locations. You have none yet: create the first.</Empty>
  </Section>
);

/** Who has one account works in its locations: they are here, one click away. */
const OneAccount = ({ account, locations }: { account: Accounts[number]; locations: Locations }) => (
  <>
    <Section title={account.name} action={{ label: 'Open the account', href: accountPath(account.id) }}>
      {account.suspended && (
        <p>
          <Tag tone="bad">Suspended</Tag>
        </p>
      )}
      {locations.length === 0 ? (
        <Empty>
          A location is a restaurant or shop. There is none yet:{' '}
          <a href={`${accountPath(account.id)}/locations/new`}>add the first</a>.
        </Empty>
      ) : (
        <LocationTable locations={locations.slice(0, locationsShownMax)} />
      )}
      {locations.length > locationsShownMax && (
        <p class="actions">
          <a href={accountPath(account.id)}>{`All ${account.locations} locations`}</a>
        </p>
      )}
    </Section>
    <p>
      Do you run another business, or in another currency? <a href={toAdd}>Create a further account</a>
    </p>
  </>
);

const AccountTable = ({ accounts }: { accounts: Accounts }) => (
  <Table
    label="Your accounts"
    heads={['Account', 'Locations', 'Currency', 'State']}
    rows={accounts.map(({ id, name, locations, currency, suspended }) => [
      <a href={accountPath(id)}>{name}</a>,
      locations,
      currency,
      suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>,
    ])}
  />
);

/** The accounts of a user. */
export const homePage = page('/back-office', {
  summary: 'The accounts of the user',
  who: 'user',
  query: afterQuery,
  async load({ query: { after } }, { user }, { db }) {
    const found = await listUserAccounts(db, user.id, { after, count: shownMax });
    const [first] = found;
    const only = after === undefined && found.length === 1 ? first : undefined;
    const part = { after: undefined, count: locationsShownMax };
    const locations = only ? await listOwnLocations(db, user, only.id, part) : [];
    return { ...takePage(found, shownMax, ({ id }) => id), only, locations };
  },
  show: ({ items, next, only, locations }, visit) => (
    <Layout title="Accounts" visit={visit}>
      {items.length === 0 && <NoAccount />}
      {only && <OneAccount account={only} locations={locations} />}
      {items.length > 0 && !only && (
        <Section title="Your accounts" action={{ label: 'New account', href: toAdd }}>
          <AccountTable accounts={items} />
          <More path="/back-office" after={next} />
        </Section>
      )}
    </Layout>
  ),
});
