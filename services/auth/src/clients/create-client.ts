import { transaction, type Database } from '@order-hub/shared/database';
import { clientSecretOwner, digest, encryptSecret } from '@order-hub/shared/encryption';
import { invalid, unprocessable } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { clientsMax } from './client.ts';
import { newClientSecret } from './client-secret.ts';
import type { clientCreate } from './client.schema.ts';
import { insertClient, lockAndCountClients } from './client.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/**
 * Registers an application of a user and returns its credentials. Throws 422 on `user_id` when there is no such user, and
 * when the user has as many clients as one may have.
 */
export async function createClient(
  { db, encryptionKeys }: Deps,
  by: Actor,
  { user_id, name, redirect_uris }: z.output<typeof clientCreate>,
) {
  const id = newId(by.at);
  const client_secret = newClientSecret();
  const secret_encrypted = await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(id));
  const secret_digest = digest(client_secret);
  await transaction(db, async (trx) => {
    const clients = await lockAndCountClients(trx, user_id);
    if (clients === undefined) throw invalid('user_id', 'is not the id of a user');
    if (clients >= clientsMax) throw unprocessable(`A user can have ${clientsMax} clients at most`);
    const client = { id, user_id, name, redirect_uris, created_at: by.at };
    await insertClient(trx, { ...client, secret_encrypted, secret_digest });
    const details = { name, redirect_uris };
    await recordEntry(trx, by, { action: 'client.create', account_id: null, subject_id: id, details });
  });
  return { client_id: id, client_secret };
}
