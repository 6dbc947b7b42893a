import type { Database } from '@order-hub/shared/database';
import { upsertUses, type ConnectionUse } from './connection-use.store.ts';

/** Keeps when connections were last used, as a gateway tells it: at most some thirty seconds after the use. */
export async function noteConnectionUses({ db }: { db: Database }, uses: readonly ConnectionUse[]) {
  await upsertUses(db, uses);
  return {};
}
