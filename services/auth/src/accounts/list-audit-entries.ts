import type { Database } from '@order-hub/shared/database';
import { auditSubjects, type AuditEntryView, type listAuditEntries as call } from '@order-hub/shared/management/audit';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { z } from 'zod';
import { findEntryNames } from '../audit/find-entry-names.ts';
import { listEntries } from '../audit/list-entries.ts';
import { userIdOf } from '../users/owner.ts';
import { retrieveOwnedAccount } from './retrieve-owned-account.ts';

type Filters = z.output<typeof call.input>;

const dayMs = 24 * 60 * 60_000;

const filtersOf = ({ actor, by, action, subject, days }: Filters, now: Date) => ({
  ...{ actor, by, action },
  kinds: subject && auditSubjects[subject],
  since: days && new Date(now.getTime() - Number(days) * dayMs),
});

/** What an owner sees of an entry: that an operator acted, but not which one, nor from where. */
const asOwnerSees = <Entry extends Omit<AuditEntryView, 'names'>>(entry: Entry): Entry =>
  entry.actor === 'operator' ? { ...entry, actor_id: null, actor_name: null, address: null } : entry;

/**
 * A page of the audit, newest first (docs/api/back-office.md#audit): of the whole hub for operators, of one account for its
 * owner, with the names for sentences. Throws 404 for an account that is not the user's.
 */
export async function listAuditEntries(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { account, before, ...rest }: Filters,
): Promise<Page<AuditEntryView>> {
  const filters = filtersOf(rest, ctx.now);
  if (ctx.principal.kind === 'operator') {
    const page = await listEntries(db, { ...filters, account }, before);
    return { ...page, items: page.items.map((entry) => ({ ...entry, names: null })) };
  }
  const { id, name } = await retrieveOwnedAccount({ db }, ctx, { account_id: account ?? '' });
  // Otherwise `by` would reveal which operator acted.
  const { items, next } = await listEntries(db, { ...filters, account: id, hidesOperators: true }, before);
  const seen = items.map(asOwnerSees);
  const owned = { account_id: id, account_name: name, owner_id: userIdOf(ctx) };
  const names = await findEntryNames(db, owned, seen);
  return { items: seen.map((entry, at) => ({ ...entry, names: names[at] ?? null })), next };
}
