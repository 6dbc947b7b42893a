import type { Database } from '@order-hub/shared/database';
import { decryptSecret } from '@order-hub/shared/encryption';
import { secretOwner } from './app.ts';
import { findApps, updateLastStep } from './app.store.ts';
import { stepOfCode } from './totp.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Whether an app of the user shows this code at the moment. Accepts each code once, and none older than one it accepted. */
export async function checkAppCode(
  { db, encryptionKeys }: Deps,
  { user_id, code, now }: { user_id: string; code: string; now: Date },
): Promise<boolean> {
  for (const { id, totp_secret } of await findApps(db, user_id)) {
    const step = stepOfCode(await decryptSecret(encryptionKeys, totp_secret, secretOwner(id)), code, now);
    if (step !== undefined && (await updateLastStep(db, id, step, now))) return true;
  }
  return false;
}
