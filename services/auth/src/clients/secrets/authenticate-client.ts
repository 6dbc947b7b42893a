import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { isId } from '@order-hub/shared/ids';
import type { CodeRules } from '../client.ts';
import { findSecretDigest } from '../client.store.ts';

/** A client that has shown its secret. */
export type IdentifiedClient = { client_id: string; client_name: string } & CodeRules;

const nobody = digest('');

/** Takes the same time for a digest that is not stored, and never says yes to it. */
function isDigest(given: string, stored: string | null | undefined): boolean {
  const isEqual = timingSafeEqual(Buffer.from(given), Buffer.from(stored ?? nobody));
  return isEqual && typeof stored === 'string';
}

/** The client with this id and secret, or with the one that it kept at a rotation, if there is one. An unknown client costs the same work and time as a wrong secret. */
export async function authenticateClient(
  db: Database,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<IdentifiedClient | undefined> {
  const stored = await findSecretDigest(db, isId(client_id) ? client_id : '');
  const given = digest(client_secret);
  const isEqual = [stored?.secret_digest, stored?.kept_digest].map((known) => isDigest(given, known));
  if (!isEqual.includes(true) || stored === undefined) return undefined;
  const { name, needs_proof } = stored;
  return { client_id, client_name: name, needs_proof };
}
