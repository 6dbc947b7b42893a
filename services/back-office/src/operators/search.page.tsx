import { textUpTo } from '@order-hub/shared/texts';
import { Empty, Notice, Section, Table } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { operatedAccountPath } from './operator.ts';
import { searchPlaces } from './search-places.ts';
import { LocationTag, StateTag } from './state-tag.tsx';

type Found = Awaited<ReturnType<typeof searchPlaces>>;

const Accounts = ({ accounts }: Pick<Found, 'accounts'>) =>
  accounts.length === 0 ? (
    <Empty>No account has this id, an owner with this address, or a name that begins so.</Empty>
  ) : (
    <Table
      label="Accounts"
      heads={['Account', 'Owner', 'State', 'Id']}
      rows={accounts.map(({ id, name, owner_email, suspended_at }) => [
        <a href={operatedAccountPath(id)}>{name}</a>,
        owner_email,
        <StateTag suspended={suspended_at !== null} />,
        <code>{id}</code>,
      ])}
    />
  );

const Locations = ({ locations }: Pick<Found, 'locations'>) =>
  locations.length === 0 ? (
    <Empty>No location has this id, an owner with this address, or a name that begins so.</Empty>
  ) : (
    <Table
      label="Locations"
      heads={['Location', 'Account', 'State', 'Id']}
      rows={locations.map((location) => [
        location.name,
        <a href={operatedAccountPath(location.account_id)}>{location.account_name}</a>,
        <LocationTag {...location} />,
        <code>{location.id}</code>,
      ])}
    />
  );

/** Where operators find the accounts and locations of everybody. */
export const searchPage = page('/back-office/operator', {
  summary: 'Search accounts and locations, for operators',
  who: 'operator',
  query: {
    q: textUpTo(255)
      .default('')
      .transform((text) => text.trim()),
  },
  load: async ({ query: { q } }, _visit, { db }) => ({ q, ...(await searchPlaces(db, q)) }),
  show: ({ q, accounts, locations, isMore }, visit, form) => (
    <Layout title="Operator" visit={visit}>
      <Section title="Search" action={{ label: 'Audit', href: '/back-office/operator/audit' }}>
        <QueryForm submit="Search">
          <TextField
            form={form}
            name="q"
            label="Account or location"
            hint="The beginning of a name, an id, or the email address of the owner."
            value={q}
          />
        </QueryForm>
        {isMore && (
          <Notice tone="busy">
            <p>There are more than are shown. Enter more of the name.</p>
          </Notice>
        )}
      </Section>
      <Section title={q === '' ? 'Newest accounts' : 'Accounts'}>
        <Accounts accounts={accounts} />
      </Section>
      {q !== '' && (
        <Section title="Locations">
          <Locations locations={locations} />
        </Section>
      )}
    </Layout>
  ),
});
