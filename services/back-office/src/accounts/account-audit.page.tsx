import { textUpTo } from '@order-hub/shared/texts';
import { retrieveAccount } from '@order-hub/shared/management/accounts';
import { listAuditEntries, type AuditEntryView } from '@order-hub/shared/management/audit';
import type { AskFor } from '@order-hub/shared/principal-call';
import { Earlier, EntryTable } from '../audit/entry-table.tsx';
import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { accountPath } from '../paths/account-path.ts';
import { texts } from './texts.ts';

/** Owners see that an operator acted, but not which one. */
const whoFor =
  (visit: Visit) =>
  ({ actor, actor_name }: AuditEntryView) =>
    actor === 'operator' ? texts(visit)('an_operator') : actor_name;

/** The audit of an account, for its owner (docs/api/back-office.md#audit). */
export const accountAuditPage = page('/back-office/accounts/:account_id/audit', {
  summary: 'The audit of an account',
  who: 'user',
  query: { before: textUpTo(64).optional() },
  async load({ params, query: { before } }, visit, { askFor }: { askFor: AskFor }) {
    const [{ id, name }, entries] = await Promise.all([
      askFor(retrieveAccount, visit, { params }),
      askFor(listAuditEntries, visit, { params: {}, input: { account: params.account_id, before } }),
    ]);
    return { id, name, entries };
  },
  show({ id, name, entries: { items, next } }, visit) {
    const t = texts(visit);
    return (
      <Layout
        title={t('audit_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: accountPath(id) }]}
      >
        <Section title={t('entries')}>
          {items.length === 0 ? (
            <Empty>{t('no_entry')}</Empty>
          ) : (
            <EntryTable entries={items} timezone={visit.user.timezone} who={whoFor(visit)} />
          )}
          <Earlier path={`${accountPath(id)}/audit`} query={{}} before={next} />
        </Section>
      </Layout>
    );
  },
});
