import type { Database } from '@order-hub/shared/database';
import { decryptSecret, encryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import type { SessionContext } from '../../sessions/browser-context.ts';
import { secretOwner } from './app.ts';
import { findSetup, upsertSetup } from './app.store.ts';
import { newTotpSecret, totpUri } from './totp.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };

const setupMs = 60 * 60_000;

/**
 * The secret of an app that the user is setting up, and the URI for its QR code. It stays the same for an hour, so that a page
 * that is loaded again shows the code that was scanned.
 */
export async function prepareApp(
  { db, encryptionKeys, publicUrl }: Deps,
  { session: { user }, now }: SessionContext,
): Promise<{ secret: string; uri: string }> {
  if (!(await findSetup(db, user.id, now))) {
    const id = newId(now);
    const totp_secret = await encryptSecret(encryptionKeys, newTotpSecret(), secretOwner(id));
    await upsertSetup(db, { user_id: user.id, id, totp_secret, expires_at: new Date(now.getTime() + setupMs) }, now);
  }
  const setup = await findSetup(db, user.id, now);
  if (!setup) throw new Error('The setup of an app was not stored');
  const secret = await decryptSecret(encryptionKeys, setup.totp_secret, secretOwner(setup.id));
  return { secret, uri: totpUri(secret, { issuer: `Order hub ${new URL(publicUrl).hostname}`, label: user.email }) };
}
