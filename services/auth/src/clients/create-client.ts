import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner, digest, encryptSecret } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { createClient as call } from '@order-hub/shared/management/clients';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { z } from 'zod';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertMayAddOne, type Quotas } from '../quotas.ts';
import { newClientSecret } from './secrets/client-secret.ts';
import { insertClient, lockAndCountClients } from './client.store.ts';

export type CreateDeps = { db: Database; encryptionKeys: readonly string[]; quotas: Quotas };

/**
 * Registers a client and returns its credentials: a user's own, or for an operator that of `user_id`. Throws 422 when there
 * is no such user, and when a user has as many clients as they may (docs/api/limits.md#quotas).
 */
export async function createClient(
  { db, encryptionKeys, quotas }: CreateDeps,
  ctx: PrincipalContext,
  _params: object,
  { user_id: named_id, name, redirect_uris }: z.output<typeof call.input>,
) {
  const { kind, user } = ctx.principal;
  const user_id = kind === 'operator' ? named_id : user?.id;
  if (user_id === undefined) throw invalid('user_id', 'missing', 'is needed: the id of a user');
  const id = newId(ctx.now);
  const client_secret = newClientSecret();
  const secret_encrypted = await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(id));
  const secret_digest = digest(client_secret);
  await transactionOf(db, ctx, async (trx) => {
    const clients = await lockAndCountClients(trx, user_id);
    if (clients === undefined) throw invalid('user_id', 'not_found', 'is not the id of a user');
    if (kind === 'user') assertMayAddOne(quotas, 'clientsPerUser', clients);
    const client = { id, user_id, name, redirect_uris, created_at: ctx.now };
    await insertClient(trx, { ...client, secret_encrypted, secret_digest });
    const entry = { action: 'client.create', account_id: null, subject_id: id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { name, redirect_uris } });
  });
  return { client_id: id, client_secret };
}
