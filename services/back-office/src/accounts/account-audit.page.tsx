import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { retrieveAccount } from '@order-hub/shared/management/accounts';
import { listAuditEntries } from '@order-hub/shared/management/audit';
import { listMembers, type Member } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { Earlier } from '../audit/entry-table.tsx';
import { AuditFilter, auditInputOf, auditQuery } from '../audit/sentences/audit-filter.tsx';
import { ToldEntries } from '../audit/sentences/told-entries.tsx';
import { accountPath } from '../paths/account-path.ts';
import { memberName } from '../people/member-name.ts';
import { texts } from './texts.ts';

/** The people among whom the filter chooses: the owner, and each member once. */
function peopleOf(owner: { id: string; name: string }, members: readonly Member[]) {
  const names = new Map(members.map((member) => [member.user_id, memberName(member)]));
  return [owner, ...[...names].map(([id, name]) => ({ id, name }))];
}

/** The audit of an account in sentences, for its owner (docs/api/back-office.md#audit). */
export const accountAuditPage = page('/back-office/accounts/:account_id/audit', {
  summary: 'The audit of an account',
  who: 'user',
  query: auditQuery,
  async load({ params: { account_id }, query }, visit, { askFor }: { askFor: AskFor }) {
    const [{ id, name, user_id, owner_name, owner_email }, members, entries] = await Promise.all([
      askFor(retrieveAccount, visit, { params: { account_id } }),
      askFor(listMembers, visit, { params: {}, input: { account_id } }),
      askFor(listAuditEntries, visit, { params: {}, input: { account: account_id, ...auditInputOf(query) } }),
    ]);
    const people = peopleOf({ id: user_id, name: owner_name || owner_email }, members.items);
    return { id, name, people, query, entries };
  },
  show({ id, name, people, query, entries: { items, next } }, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('audit_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: accountPath(id) }]}
      >
        <AuditFilter form={form} query={query} visit={visit} people={people} />
        <Section title={t('entries')}>
          {items.length === 0 ? <Empty>{t('no_entry')}</Empty> : <ToldEntries entries={items} visit={visit} />}
          <Earlier path={`${accountPath(id)}/audit`} query={query} before={next} />
        </Section>
      </Layout>
    );
  },
});
