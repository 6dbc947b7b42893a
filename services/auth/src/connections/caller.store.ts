import type { Queryable } from '@order-hub/shared/database';
import type { Standing } from './connection.ts';

/** A connection with what the gateway vouches for. */
export type CallerRow = Standing & {
  connection_id: string;
  connection_name: string | null;
  client_id: string;
  client_name: string;
  user_id: string;
  account_id: string | null;
  currency: string | null;
  location_id: string | null;
  timezone: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
  scope: string;
};

/** One round trip for each token that a gateway has not seen lately. */
export async function findCaller(db: Queryable, token_digest: string): Promise<CallerRow | undefined> {
  const { rows } = await db.query<CallerRow>({
    name: 'find-caller',
    text: `select c.id as connection_id, c.name as connection_name, c.client_id, cl.name as client_name, c.user_id,
                  c.account_id, a.currency, c.location_id, l.timezone, c.catalog_id, c.customer_list_id, c.scope,
                  c.blocked_at, c.disconnected_at,
                  coalesce(a.suspended_at, l.suspended_at) is not null as suspended
           from connections c
           join clients cl on cl.id = c.client_id
           left join accounts a on a.id = c.account_id
           left join locations l on l.id = c.location_id
           where c.token_digest = $1`,
    values: [token_digest],
  });
  return rows[0];
}
