import type { Database } from '@order-hub/shared/database';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { EntryFilters } from '../audit/audit.ts';
import { listEntries } from '../audit/list-entries.ts';
import { retrieveOwnedAccount } from './retrieve-owned-account.ts';

/** What an owner sees of an entry: that an operator acted, but not which one, nor from where. */
const asOwnerSees = (entry: AuditEntryView): AuditEntryView =>
  entry.actor === 'operator' ? { ...entry, actor_id: null, actor_name: null, address: null } : entry;

/**
 * A page of the audit, newest first (docs/api/back-office.md#audit): of the whole hub for operators, of one account for its
 * owner. Throws 404 for an account that is not the user's.
 */
export async function listAuditEntries(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { before, ...filters }: EntryFilters & { before?: string | undefined },
): Promise<Page<AuditEntryView>> {
  if (ctx.principal.kind === 'operator') return listEntries(db, filters, before);
  const { id: account } = await retrieveOwnedAccount({ db }, ctx, { account_id: filters.account ?? '' });
  // Never `by`: it would reveal which operator acted.
  const { actor, action } = filters;
  const { items, next } = await listEntries(db, { actor, action, account }, before);
  return { items: items.map(asOwnerSees), next };
}
