import { listUserAccounts } from '../accounts/list-user-accounts.ts';
import { Empty, Section, Table, Tag } from '../pages/elements.tsx';
import { Layout } from '../pages/layout.tsx';
import { page } from '../pages/page.ts';

/** The accounts of a user. */
export const homePage = page('/back-office', {
  summary: 'The accounts of the user',
  who: 'user',
  load: (_given, { user }, { db }) => listUserAccounts(db, user.id),
  show: (accounts, visit) => (
    <Layout title="Accounts" visit={visit}>
      <Section title="Your accounts" action={{ label: 'New account', href: '/back-office/accounts/new' }}>
        {accounts.length === 0 ? (
          <Empty>An account is a business that owns locations. You have none yet.</Empty>
        ) : (
          <Table
            label="Your accounts"
            heads={['Account', 'Locations', 'Currency', 'State']}
            rows={accounts.map(({ id, name, locations, currency, suspended }) => [
              <a href={`/back-office/accounts/${id}`}>{name}</a>,
              locations,
              currency,
              suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>,
            ])}
          />
        )}
      </Section>
    </Layout>
  ),
});
