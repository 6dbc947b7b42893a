import type { Queryable } from '@order-hub/shared/database';
import type { Role } from '@order-hub/shared/roles';
import { needsFactor, owns } from '../places/acting.ts';

export type OwnLocation = {
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  currency: string;
  timezone: string;
  role: Role;
};

/** The locations that the user owns or manages and may act in, by account, the oldest first. */
export async function listOwnLocations(db: Queryable, user_id: string, count: number): Promise<OwnLocation[]> {
  const { rows } = await db.query<OwnLocation>({
    name: 'list-own-locations',
    text: `with own as (
             (select l.account_id, l.id, 'owner' as role from accounts a join locations l on l.account_id = a.id
              where ${owns('a', '$1')} order by l.account_id, l.id limit $2)
             union all
             (select m.account_id, m.location_id, m.role from members m join accounts a on a.id = m.account_id
              where m.user_id = $1 and m.role = 'manager' and not ${needsFactor('a', '$1')}
              order by m.account_id, m.location_id limit $2)
           )
           select l.id, l.name, l.account_id, a.name as account_name, a.currency, l.timezone, o.role
           from own o join locations l on l.id = o.id and l.account_id = o.account_id join accounts a on a.id = o.account_id
           order by o.account_id, o.id limit $2`,
    values: [user_id, count],
  });
  return rows;
}

export type NamedConnection = { id: string; client_name: string; name: string | null; used_at: Date | null };

/** The names of connections of these accounts, and when each was last used. */
export async function listNamedConnections(
  db: Queryable,
  { ids, account_ids }: { ids: readonly string[]; account_ids: readonly string[] },
): Promise<NamedConnection[]> {
  const { rows } = await db.query<NamedConnection>({
    name: 'list-named-connections',
    text: `select c.id, cl.name as client_name, c.name, u.used_at
           from connections c join clients cl on cl.id = c.client_id
             left join connection_uses u on u.connection_id = c.id
           where c.id = any ($1) and c.account_id = any ($2)`,
    values: [ids, account_ids],
  });
  return rows;
}
