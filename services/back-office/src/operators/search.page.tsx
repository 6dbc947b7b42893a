import { textUpTo } from '@order-hub/shared/texts';
import { Empty, Notice, Section, Table } from '@order-hub/pages/elements';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { searchPlaces, type FoundAccount, type FoundLocation } from '@order-hub/shared/management/operators';
import type { AskFor } from '@order-hub/shared/principal-call';
import { backlogPath, operatedAccountPath, operatorAuditPath, operatorPath } from '../paths/operator-path.ts';
import { LocationTag, StateTag } from '../suspensions/state-tag.tsx';

const Accounts = ({ accounts }: { accounts: readonly FoundAccount[] }) =>
  accounts.length === 0 ? (
    <Empty>No account has this id, an owner with this email address, or a name that starts like this.</Empty>
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

const Locations = ({ locations }: { locations: readonly FoundLocation[] }) =>
  locations.length === 0 ? (
    <Empty>No location has this id, an owner with this email address, or a name that starts like this.</Empty>
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

/** Where operators find every account and location. */
export const searchPage = page(operatorPath, {
  summary: 'Search accounts and locations, for operators',
  who: 'operator',
  query: {
    q: textUpTo(255)
      .default('')
      .transform((text) => text.trim()),
  },
  load: async ({ query: { q } }, visit, { askFor }: { askFor: AskFor }) => ({
    q,
    ...(await askFor(searchPlaces, visit, { params: {}, input: { search: q } })),
  }),
  show: ({ q, accounts, locations, has_more }, visit, form) => (
    <Layout title="Operator" visit={visit}>
      <Section title="Search" action={{ label: 'Audit', href: operatorAuditPath }}>
        <QueryForm submit="Search">
          <TextField
            form={form}
            name="q"
            label="Account or location"
            hint="The start of a name, an id, or the email address of the owner."
            value={q}
          />
        </QueryForm>
        <p class="actions">
          <a class="button" href={backlogPath}>
            Backlog
          </a>
        </p>
        {has_more && (
          <Notice tone="busy">
            <p>Not all matches are shown. Enter more of the name.</p>
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
