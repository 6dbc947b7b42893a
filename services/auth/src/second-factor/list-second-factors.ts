import type { Database } from '@order-hub/shared/database';
import type { SessionContext } from '../sessions/browser-context.ts';
import { countRecoveryCodes } from './recovery-codes/recovery-code.store.ts';
import { listFactors } from './second-factor.store.ts';
import type { SecondFactors } from './second-factor.ts';

/** The second factors of the session's user. */
export async function listSecondFactors(
  { db }: { db: Database },
  { session: { user } }: SessionContext,
): Promise<SecondFactors> {
  const [factors, codesLeft] = await Promise.all([listFactors(db, user.id), countRecoveryCodes(db, user.id)]);
  return { factors, codesLeft };
}
