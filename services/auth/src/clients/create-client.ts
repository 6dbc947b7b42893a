import { transaction, type Database } from '@order-hub/shared/database';
import { clientSecretOwner, digest, encryptSecret } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Actor } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import { newClientSecret } from './client-secret.ts';
import type { clientCreate } from './client.schema.ts';
import { insertClient } from './client.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Registers an application of a user and returns its credentials. Throws 422 on `user_id` when there is no such user. */
export async function createClient({ db, encryptionKeys }: Deps, by: Actor, input: z.output<typeof clientCreate>) {
  const client_id = newId(by.at);
  const client_secret = newClientSecret();
  const client = {
    ...input,
    id: client_id,
    secret_encrypted: await encryptSecret(encryptionKeys, client_secret, clientSecretOwner(client_id)),
    secret_digest: digest(client_secret),
    created_at: by.at,
  };
  await transaction(db, async (trx) => {
    if (!(await insertClient(trx, client))) throw invalid('user_id', 'is not the id of a user');
    await recordDeed(trx, by, { action: 'client.create', account_id: null, subject_id: client_id, details: input });
  });
  return { client_id, client_secret };
}
