import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { isId } from '@order-hub/shared/ids';
import type { CodeRules } from '../client.ts';
import { findSecretDigest } from '../client.store.ts';

/** A client that has shown its secret. */
export type IdentifiedClient = { client_id: string; client_name: string } & CodeRules;

const nobody = digest('');

/** The client with this id and secret, if there is one. An unknown client costs the same work and time as a wrong secret. */
export async function authenticateClient(
  db: Database,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<IdentifiedClient | undefined> {
  const stored = await findSecretDigest(db, isId(client_id) ? client_id : '');
  const isEqual = timingSafeEqual(Buffer.from(digest(client_secret)), Buffer.from(stored?.secret_digest ?? nobody));
  if (!isEqual || stored === undefined) return undefined;
  const { name, needs_proof } = stored;
  return { client_id, client_name: name, needs_proof };
}
