import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { decryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { visitLeaseSeconds } from '@order-hub/shared/auth-calls';
import { tokenOwner } from '../../connections/granting/access-token.ts';
import { awakeMs } from '../test-shop.ts';
import { claimShops } from './visit.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Claims shops for a visit, with the tokens of their simulators. */
export async function claimTestShops(
  { db, encryptionKeys }: Deps,
  { now }: Context<null>,
  _params: object,
  { count }: { count: number },
) {
  const lease_id = newId(now);
  const until = new Date(now.getTime() + visitLeaseSeconds * 1_000);
  const awakeSince = new Date(now.getTime() - awakeMs);
  const claimed = await claimShops(db, { lease_id, count, now, until, awakeSince });
  const tokenOf = (id: string, encrypted: string) => decryptSecret(encryptionKeys, encrypted, tokenOwner(id));
  const items = claimed.map(async ({ till_id, till_encrypted, website_id, website_encrypted, ...shop }) => ({
    ...shop,
    lease_id,
    till_token: await tokenOf(till_id, till_encrypted),
    website_token: await tokenOf(website_id, website_encrypted),
  }));
  return { items: await Promise.all(items) };
}
