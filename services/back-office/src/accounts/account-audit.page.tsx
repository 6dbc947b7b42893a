import { textUpTo } from '@order-hub/shared/texts';
import type { Entry } from '../audit/audit.ts';
import { Earlier, EntryTable } from '../audit/entry-table.tsx';
import { listEntries } from '../audit/list-entries.ts';
import { Empty, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { accountPath } from './account-path.ts';
import { retrieveOwnAccount } from './retrieve-own-account.ts';

/** Owners are told that it was an operator, not which one. */
const who = ({ actor, actor_name }: Entry) => (actor === 'operator' ? 'An operator of the hub' : actor_name);
const from = ({ actor, address }: Entry) => (actor === 'operator' ? null : address);

/** The audit of an account, for its owner (docs/api/back-office.md#audit). */
export const accountAuditPage = page('/back-office/accounts/:account_id/audit', {
  summary: 'The audit of an account',
  who: 'user',
  query: { before: textUpTo(64).optional() },
  async load({ params, query }, { user }, { db }) {
    const { id, name } = await retrieveOwnAccount(db, user, params.account_id);
    return { id, name, entries: await listEntries(db, { account: id }, query.before) };
  },
  show: ({ id, name, entries: { items, next } }, visit) => (
    <Layout title={`Audit of ${name}`} visit={visit} trail={[{ label: name, href: accountPath(id) }]}>
      <Section title="Entries">
        {items.length === 0 ? (
          <Empty>Each change of the account, its locations and its connections is listed here.</Empty>
        ) : (
          <EntryTable entries={items} timezone={visit.user.timezone} who={who} from={from} />
        )}
        <Earlier path={`${accountPath(id)}/audit`} query={{}} before={next} />
      </Section>
    </Layout>
  ),
});
