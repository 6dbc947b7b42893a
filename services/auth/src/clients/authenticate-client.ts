import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { findSecretDigest } from './client.store.ts';

const idPattern = /^[\w-]{1,64}$/;
const nobody = digest('');

/** The client with this id and secret, if there is one. An unknown client costs the same work and time as a wrong secret. */
export async function authenticateClient(
  db: Database,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<{ client_id: string; client_name: string } | undefined> {
  const stored = await findSecretDigest(db, idPattern.test(client_id) ? client_id : '');
  const isEqual = timingSafeEqual(Buffer.from(digest(client_secret)), Buffer.from(stored?.secret_digest ?? nobody));
  return isEqual && stored !== undefined ? { client_id, client_name: stored.name } : undefined;
}
