import type { Queryable } from '@order-hub/shared/database';

/** `granted_by`: the user who grants; null for an operator. */
type GrantTarget = {
  client_id: string;
  account_id: string | null;
  location_id: string | null;
  name: string | null;
  granted_by: string | null;
};

/** `scope`: of the connection that exists already; null if there is none. `email`: of the user who grants. */
type GrantFacts = { client_name: string; scope: string | null; email: string | null };

/** What is to be said about a grant at an account or one of its locations, before it is stored. */
export async function findGrantFacts(trx: Queryable, target: GrantTarget): Promise<GrantFacts> {
  const { client_id, account_id, location_id, name, granted_by } = target;
  const { rows } = await trx.query<GrantFacts>({
    name: 'find-grant-facts',
    text: `select cl.name as client_name, c.scope, u.email
           from clients cl
           left join connections c on c.client_id = cl.id and c.account_id = $2 and c.location_id is not distinct from $3
             and coalesce(c.name, '') = coalesce($4, '') and c.disconnected_at is null and c.blocked_at is null
           left join users u on u.id = $5
           where cl.id = $1`,
    values: [client_id, account_id, location_id, name, granted_by],
  });
  const [facts] = rows;
  if (!facts) throw new Error('A connection is granted to a client that does not exist');
  return facts;
}
