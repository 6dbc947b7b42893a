import type { Database } from '@order-hub/shared/database';
import { clientSecretOwner, decryptSecret } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { assertConfirmed, ownerIdOf } from '../../users/owner.ts';
import { findSecret } from '../client.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** The secret of a client of the user. The audit records who saw it. Throws 404, and 403 unless the password was just entered. */
export async function showClientSecret(
  { db, encryptionKeys }: Deps,
  ctx: PrincipalContext,
  { client_id: id }: { client_id: string },
) {
  assertConfirmed(ctx);
  const client = await findSecret(db, id, ownerIdOf(ctx));
  if (!client) throw notFound('Client');
  const { name, secret_encrypted } = client;
  const client_secret = await decryptSecret(encryptionKeys, secret_encrypted, clientSecretOwner(id));
  const entry = { action: 'client.show_secret', account_id: null, subject_id: id, details: { name } } as const;
  await recordEntry(db, byPrincipal(ctx), entry);
  return { name, client_secret };
}
