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
import { deleteKeptSecret, upsertKeptSecret } from './kept-secret.store.ts';

/** How long `Webhook-Signature` at least also has a signature with the previous secret (docs/api/events.md#signature). */
const previousSecretMs = 24 * 3_600_000;

type Deps = { db: Database; encryptionKeys: readonly string[] };

/**
 * Gives a client a new secret. For `keep_old_seconds` the old one is accepted too, and keys `X-Service-Hmac-SHA256`: the client can
 * learn the new one before anything is signed with it alone. A secret that was kept before ends. Throws 404, and 403 for a
 * user who has not just entered the password.
 */
export async function rotateClientSecret(
  { db, encryptionKeys }: Deps,
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  { keep_old_seconds }: { keep_old_seconds: number },
) {
  assertConfirmed(ctx);
  const client_secret = newClientSecret();
  const secret_digest = digest(client_secret);
  const secret_encrypted = await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(client_id));
  const inMs = (ms: number) => new Date(ctx.now.getTime() + ms);
  const ends_at = keep_old_seconds > 0 ? inMs(keep_old_seconds * 1_000) : null;
  const previous_until = inMs(Math.max(previousSecretMs, keep_old_seconds * 1_000));
  await transactionOf(db, ctx, async (trx) => {
    const secret = { secret_encrypted, secret_digest, previous_until };
    const before = await updateClientSecret(trx, { id: client_id, owner_id: ownerIdOf(ctx) }, secret);
    if (before === undefined) throw notFound('Client');
    if (ends_at === null) await deleteKeptSecret(trx, client_id, ctx.now);
    else {
      const kept = { client_id, secret_digest: before.secret_digest, current_digest: secret_digest, ends_at };
      await upsertKeptSecret(trx, kept);
    }
    const announced = await raiseConnections(trx, { client_id });
    const entry = { action: 'client.rotate_secret', account_id: null, subject_id: client_id } as const;
    const details = { name: before.name, ...(ends_at && { old_secret_until: ends_at }) };
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details }, ...announced);
  });
  return { client_id, client_secret, old_secret_until: ends_at };
}
