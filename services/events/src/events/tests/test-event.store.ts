import type { Queryable } from '@order-hub/shared/database';
import type { Owner } from '../../callbacks/owner.ts';

type TestedCallback = { id: string; subscribed: string[] };

/** Notes that test events are made for the owner's callback; undefined without one, or within `seconds` of the last time. */
export async function markTested(trx: Queryable, owner: Owner, seconds: number): Promise<TestedCallback | undefined> {
  const { rows } = await trx.query<TestedCallback>({
    name: 'mark-tested',
    text: `update callbacks set tested_at = now()
           where connection_id = $1 and account_id = $2
             and (tested_at is null or tested_at <= now() - make_interval(secs => $3))
           returning id, subscribed`,
    values: [owner.connection_id, owner.account_id, seconds],
  });
  return rows[0];
}
