import { addressKey } from '@order-hub/shared/address-key';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { browserName } from '../audit/browser-name.ts';
import { emailKey } from '../users/user.ts';
import type { Refusal } from './history.ts';
import { countRefused } from './refused-log-in.store.ts';

type Refused = { now: Date; address: string | null; userAgent: string | null };

/** Of a day and kind. All others share a row, so an attacker with many addresses adds few rows to the history of a user. */
const addressesMax = 5;

/**
 * Tells a user of a log-in that was refused. For an unknown email address it does the same but store a row, and does not wait for the
 * disk: the answer takes as long for both.
 */
export const recordRefusedLogIn = (
  db: Database,
  { now, address, userAgent }: Refused,
  { email, kind }: { email: string; kind: Refusal },
): Promise<void> => {
  const refused = { email_key: emailKey(email), kind, id: newId(now), at: now };
  const where = { address_key: addressKey(address ?? ''), browser: browserName(userAgent) };
  return countRefused(db, { ...refused, ...where }, addressesMax);
};
