import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertConfirmed, ownerIdOf } from '../users/owner.ts';
import { lockClient, updateNeedsProof } from './client.store.ts';

/**
 * Decides whether each code of a client needs a proof of its request (docs/api/authentication.md#proof-of-the-request). Throws 404, and
 * 403 for a user who has not just entered the password.
 */
export const updateProof = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id: id }: { client_id: string },
  { needs_proof }: { needs_proof: boolean },
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockClient(trx, { id, owner_id: ownerIdOf(ctx) });
    if (!before) throw notFound('Client');
    assertConfirmed(ctx);
    const details = changedFields(before, { needs_proof });
    if (!details) return {};
    await updateNeedsProof(trx, id, needs_proof);
    const entry = { action: 'client.update_proof', account_id: null, subject_id: id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details });
    return {};
  });
