import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner, digest, encryptSecret } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { raiseConnections } from '../../connections/announce-connections.ts';
import { assertConfirmed, ownerIdOf } from '../../users/owner.ts';
import { newClientSecret } from './client-secret.ts';
import { updateClientSecret } from '../client.store.ts';

/** How long pushes are also signed with the previous secret (docs/api/events.md#signature). */
const previousSecretMs = 24 * 3_600_000;

type Deps = { db: Database; encryptionKeys: readonly string[] };

/**
 * Gives a client a new secret. Only this one is accepted from now on, and `X-Service-Hmac-SHA256` is signed with it; for 24 hours
 * `Webhook-Signature` also has a signature with the previous one. Throws 404, and 403 for a user who has not just
 * entered the password.
 */
export async function rotateClientSecret(
  { db, encryptionKeys }: Deps,
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
) {
  assertConfirmed(ctx);
  const client_secret = newClientSecret();
  const secret_encrypted = await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(client_id));
  const previous_until = new Date(ctx.now.getTime() + previousSecretMs);
  const secret = { secret_encrypted, secret_digest: digest(client_secret), previous_until };
  await transactionOf(db, ctx, async (trx) => {
    const name = await updateClientSecret(trx, { id: client_id, owner_id: ownerIdOf(ctx) }, secret);
    if (name === undefined) throw notFound('Client');
    const announced = await raiseConnections(trx, { client_id });
    const entry = { action: 'client.rotate_secret', account_id: null, subject_id: client_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { name } }, ...announced);
  });
  return { client_id, client_secret };
}
