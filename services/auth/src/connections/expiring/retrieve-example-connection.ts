import type { Database } from '@order-hub/shared/database';
import { decryptSecret } from '@order-hub/shared/encryption';
import { notFound } from '@order-hub/shared/errors';
import type { ExampleConnection } from '@order-hub/shared/management/example-connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../../users/owner.ts';
import { tokenOwner } from '../granting/access-token.ts';
import { findExample } from './expiring-connection.store.ts';

/** An example connection of the user, with its token. Throws 404 when it is another user's, or has ended. */
export async function retrieveExampleConnection(
  { db, encryptionKeys }: { db: Database; encryptionKeys: readonly string[] },
  ctx: PrincipalContext,
  { connection_id: id }: { connection_id: string },
): Promise<ExampleConnection> {
  const found = await findExample(db, { id, user_id: userIdOf(ctx), now: ctx.now });
  if (!found) throw notFound('Connection');
  const { token_encrypted, ...connection } = found;
  return { ...connection, access_token: await decryptSecret(encryptionKeys, token_encrypted, tokenOwner(id)) };
}
