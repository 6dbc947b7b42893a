import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { raiseConnections } from '../../connections/announce-connections.ts';
import { assertConfirmed, ownerIdOf } from '../../users/owner.ts';
import { lockClient } from '../client.store.ts';
import { deleteKeptSecret, lockClientsWithKept } from './kept-secret.store.ts';

/**
 * Ends the secret that a client kept at its last rotation: it opens nothing any more, and `X-Service-Hmac-SHA256` is signed with the
 * current one. Announces and audits only a real change. Throws 404, and 403 for a user who has not just entered the password.
 */
export function endOldSecret({ db }: { db: Database }, ctx: PrincipalContext, { client_id }: { client_id: string }) {
  assertConfirmed(ctx);
  return transactionOf(db, ctx, async (trx) => {
    const client = await lockClient(trx, { id: client_id, owner_id: ownerIdOf(ctx) });
    if (!client) throw notFound('Client');
    await endIn(trx, byPrincipal(ctx), client);
    return {};
  });
}

/** Ends the kept secrets of all clients of a user, in the transaction of what makes that due. */
export async function endOldSecretsOf(trx: Queryable, by: Actor, user_id: string): Promise<void> {
  for (const client of await lockClientsWithKept(trx, user_id)) await endIn(trx, by, client);
}

async function endIn(trx: Queryable, by: Actor, { id, name }: { id: string; name: string }): Promise<void> {
  if (!(await deleteKeptSecret(trx, id, by.at))) return;
  const announced = await raiseConnections(trx, { client_id: id });
  const entry = { action: 'client.end_old_secret', account_id: null, subject_id: id, details: { name } } as const;
  await recordEntry(trx, by, entry, ...announced);
}
