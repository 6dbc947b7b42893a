import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner, decryptSecret } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { findOwnSecret } from './client.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** The secret of a client of the user, for a page of who has just given the password. The audit says who saw it. Throws 404. */
export async function retrieveClientSecret({ db, encryptionKeys }: Deps, visit: UserVisit, id: string) {
  const client = await findOwnSecret(db, visit.user.id, id);
  if (!client) throw notFound('Client');
  const { name, secret_encrypted } = client;
  const client_secret = await decryptSecret(encryptionKeys, secret_encrypted, clientSecretOwner(id));
  const entry = { action: 'client.show_secret', account_id: null, subject_id: id, details: { name } } as const;
  await recordEntry(db, byUser(visit), entry);
  return { name, client_secret };
}
