import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { upsertUses, type ConnectionUse } from './connection-use.store.ts';

/** Records when connections were last used, as a gateway reports it: about thirty seconds later. */
export async function recordConnectionUses(
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: object,
  { uses }: { uses: readonly ConnectionUse[] },
) {
  await upsertUses(db, uses);
  return {};
}
