import type { Database } from '@order-hub/shared/database';
import { decryptIfKeyKnown } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { secretOwner } from './app.ts';
import { findApps, updateLastStep } from './app.store.ts';
import { stepOfCode } from './totp.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

const unreadable = () =>
  invalid(
    'code',
    'not_allowed',
    'cannot be checked, because the hub lacks the key that encrypted the secret of your app. Use a recovery code or a passkey, or ask an operator to add the key to HUB_ENCRYPTION_KEYS again or to reset your second factor',
  );

/**
 * Whether an app of the user shows this code at the moment. Accepts each code once, and none older than one it accepted. Throws
 * 422 if the encryption keys of all apps are missing. If only some are, a wrong code is an attempt like any other.
 */
export async function checkAppCode(
  { db, encryptionKeys }: Deps,
  { user_id, code, now }: { user_id: string; code: string; now: Date },
): Promise<boolean> {
  const apps = await findApps(db, user_id);
  let readable = 0;
  for (const { id, totp_secret } of apps) {
    const secret = await decryptIfKeyKnown(encryptionKeys, totp_secret, secretOwner(id));
    if (secret === undefined) continue;
    readable += 1;
    const step = stepOfCode(secret, code, now);
    if (step !== undefined && (await updateLastStep(db, id, step, now))) return true;
  }
  if (apps.length > 0 && readable === 0) throw unreadable();
  return false;
}
