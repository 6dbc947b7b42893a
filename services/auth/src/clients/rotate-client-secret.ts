import { transaction, type Database } from '@order-hub/shared/database';
import { clientSecretOwner, digest, encryptSecret } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { newClientSecret } from './client-secret.ts';
import { updateClientSecret, type Target } from './client.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Gives a client a new secret. Callbacks are signed with it from now on. Throws 404. */
export async function rotateClientSecret({ db, encryptionKeys }: Deps, by: Actor, client: Target) {
  const { id: client_id } = client;
  const client_secret = newClientSecret();
  const secret_encrypted = await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(client_id));
  await transaction(db, async (trx) => {
    const name = await updateClientSecret(trx, client, { secret_encrypted, secret_digest: digest(client_secret) });
    if (name === undefined) throw notFound('Client');
    await announceConnections(trx, { client_id });
    const entry = {
      action: 'client.rotate_secret',
      account_id: null,
      subject_id: client_id,
      details: { name },
    } as const;
    await recordEntry(trx, by, entry);
  });
  return { client_id, client_secret };
}
