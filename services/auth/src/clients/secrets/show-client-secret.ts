import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner, decryptIfKeyKnown } from '@order-hub/shared/encryption';
import { notFound, unprocessable } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { assertConfirmed, ownerIdOf } from '../../users/owner.ts';
import { findSecret } from '../client.store.ts';

const unreadable = () =>
  unprocessable(
    'The hub cannot read this secret, because it lacks the key that encrypted it. Create a new secret, or ask an operator to add the key to HUB_ENCRYPTION_KEYS again',
    'secret_unreadable',
  );

type Deps = { db: Database; encryptionKeys: readonly string[] };

/**
 * The secret of a client of the user. The audit records who saw it. Throws 404, 403 unless the password was just entered, and
 * 422 if its encryption key is missing (docs/upgrade.md#encryption-keys).
 */
export function showClientSecret(
  { db, encryptionKeys }: Deps,
  ctx: PrincipalContext,
  { client_id: id }: { client_id: string },
) {
  assertConfirmed(ctx);
  return transactionOf(db, ctx, async (trx) => {
    const client = await findSecret(trx, id, ownerIdOf(ctx));
    if (!client) throw notFound('Client');
    const { name, secret_encrypted } = client;
    const client_secret = await decryptIfKeyKnown(encryptionKeys, secret_encrypted, clientSecretOwner(id));
    if (client_secret === undefined) throw unreadable();
    const entry = { action: 'client.show_secret', account_id: null, subject_id: id, details: { name } } as const;
    await recordEntry(trx, byPrincipal(ctx), entry);
    return { name, client_secret };
  });
}
