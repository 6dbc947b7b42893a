import type { Database } from '@order-hub/shared/database';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { notFound } from '@order-hub/shared/errors';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { EntryFilters } from '../audit/audit.ts';
import { findAuditEntries } from '../audit/find-audit-entries.ts';
import { ownerIdOf } from '../users/owner.ts';
import { findManagedAccount } from './account.store.ts';

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
  const owner_id = ownerIdOf(ctx);
  if (owner_id === null) return findAuditEntries(db, filters, before);
  const account = await findManagedAccount(db, filters.account ?? '', owner_id);
  if (!account) throw notFound('Account');
  const { items, next } = await findAuditEntries(db, { account: account.id }, before);
  return { items: items.map(asOwnerSees), next };
}
