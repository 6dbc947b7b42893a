import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { raiseConnections } from '../connections/announce-connections.ts';
import { ownerIdOf } from '../users/owner.ts';
import { lockClient, updateIsStrict } from './client.store.ts';

/**
 * Switches strict handling on or off for all requests of a client, and announces its connections, so that gateways ask for them
 * anew. Throws 404.
 */
export const updateHandling = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id: id }: { client_id: string },
  { is_strict }: { is_strict: boolean },
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockClient(trx, { id, owner_id: ownerIdOf(ctx) });
    if (!before) throw notFound('Client');
    const details = changedFields(before, { is_strict });
    if (!details) return {};
    await updateIsStrict(trx, id, is_strict);
    const announced = await raiseConnections(trx, { client_id: id });
    const entry = { action: 'client.update_handling', account_id: null, subject_id: id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details }, ...announced);
    return {};
  });
