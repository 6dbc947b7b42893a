import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ManagedClient } from '@order-hub/shared/management/clients';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { lockClient, updateVerifiedAt } from '../client.store.ts';

/** `verified_at`: when an operator verified the client; null takes the mark away. */
type Mark = { action: `client.${string}` } & Pick<ManagedClient, 'verified_at'>;

/**
 * Marks a client as verified, or takes the mark away. Audits only a real change, with the name and the redirect URIs that
 * were verified. Throws 404.
 */
export const markClient = (db: Database, ctx: PrincipalContext, id: string, { action, verified_at }: Mark) =>
  transactionOf(db, ctx, async (trx): Promise<ManagedClient> => {
    const before = await lockClient(trx, { id, owner_id: null });
    if (!before) throw notFound('Client');
    if ((before.verified_at === null) === (verified_at === null)) return before;
    await updateVerifiedAt(trx, id, verified_at);
    const { name, redirect_uris } = before;
    await recordEntry(trx, byPrincipal(ctx), {
      action,
      account_id: null,
      subject_id: id,
      details: { name, redirect_uris },
    });
    return { ...before, verified_at };
  });
