import type { Queryable } from '@order-hub/shared/database';
import type { Role } from '@order-hub/shared/roles';

/** `place`: the name of its location, or of its account. `used_at`: when it last asked the hub for something, as far as that is known. */
export type TroubledApp = {
  client_name: string;
  name: string | null;
  place: string;
  location_id: string | null;
  used_at: Date | null;
};

type TroubleKey = { connection_id: string; account_id: string };

export async function findTroubledApp(
  db: Queryable,
  { connection_id, account_id }: TroubleKey,
): Promise<TroubledApp | undefined> {
  const { rows } = await db.query<TroubledApp>({
    name: 'find-troubled-app',
    text: `select cl.name as client_name, c.name, coalesce(l.name, a.name) as place, c.location_id, u.used_at
           from connections c join clients cl on cl.id = c.client_id join accounts a on a.id = c.account_id
             left join locations l on l.id = c.location_id and l.account_id = c.account_id
             left join connection_uses u on u.connection_id = c.id
           where c.id = $1 and c.account_id = $2`,
    values: [connection_id, account_id],
  });
  return rows[0];
}

/**
 * Whom the trouble of an app concerns: the owner of the account, and the managers of the app's location; without those who do not
 * want to know. Always in the same order, because each gets a row of a counter: two apps with the same people could deadlock.
 */
export async function listConcerned(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string | null },
): Promise<{ user_id: string; role: Role }[]> {
  const { rows } = await db.query<{ user_id: string; role: Role }>({
    name: 'list-concerned',
    text: `select u.id as user_id, p.role
           from (select a.user_id, 'owner' as role from accounts a where a.id = $1
                 union all
                 select m.user_id, m.role from members m
                 where m.account_id = $1 and m.location_id = $2 and m.role = 'manager') p
             join users u on u.id = p.user_id
           where u.trouble_mails order by u.id`,
    values: [account_id, location_id],
  });
  return rows;
}
