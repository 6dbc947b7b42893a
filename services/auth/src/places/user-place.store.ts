/** What a page of the back office is about: an account, a location or a connection of one user. */
import type { Queryable } from '@order-hub/shared/database';
import type { UserPlace } from '@order-hub/shared/principal';
import type { Role } from '@order-hub/shared/roles';
import { needsFactor } from './acting.ts';

const account = 'a.id as account_id, a.name as account_name, a.currency';
const location = 'l.id as location_id, l.name as location_name, l.timezone';
const noLocation = 'null as location_id, null as location_name, null as timezone';
const noBindings = 'null as catalog_id, null as customer_list_id';
const owner = `'owner' as role`;
const needs = `${needsFactor('a', '$1')} as needs_second_factor`;

const queries = {
  account: `select ${owner}, ${needs}, ${account}, ${noLocation}, ${noBindings}
            from accounts a where a.user_id = $1 and a.id = $2`,
  location: `select case when a.user_id = $1 then 'owner' else m.role end as role, ${needs}, ${account}, ${location},
               ${noBindings}
             from locations l join accounts a on a.id = l.account_id
               left join members m on m.location_id = l.id and m.account_id = l.account_id and m.user_id = $1
             where l.id = $2 and (a.user_id = $1 or m.user_id = $1)`,
  connection: `select ${owner}, ${needs}, ${account}, ${location}, c.catalog_id, c.customer_list_id
               from connections c left join accounts a on a.id = c.account_id
                 left join locations l on l.id = c.location_id and l.account_id = c.account_id
               where coalesce(a.user_id, c.user_id) = $1 and c.id = $2`,
};

/** `needs_second_factor`: the user may not act there before adding one. */
export type FoundPlace = UserPlace & { needs_second_factor: boolean };

/**
 * The place if it is this user's, and what the user is there: its owner, or at a location a member. A connection without an
 * account belongs to the user who granted it.
 */
export async function findPlace(
  db: Queryable,
  user_id: string,
  { kind, id }: { kind: keyof typeof queries; id: string },
): Promise<FoundPlace | undefined> {
  const { rows } = await db.query<FoundPlace>({
    name: `find-place-of-${kind}`,
    text: queries[kind],
    values: [user_id, id],
  });
  return rows[0];
}

type LocationVisit = { user_id: string; location_id: string };

/** What users are at locations, in the order of the visits; null for somebody who is nothing there, or needs a second factor. */
export async function listRoles(db: Queryable, visits: readonly LocationVisit[]): Promise<(Role | null)[]> {
  const { rows } = await db.query<{ role: Role | null }>({
    name: 'list-roles',
    text: `select case when ${needsFactor('a', 'visit.user_id')} then null
                       when a.user_id = visit.user_id then 'owner' else m.role end as role
           from unnest($1::text[], $2::text[]) with ordinality as visit (user_id, location_id, place)
             left join locations l on l.id = visit.location_id
             left join accounts a on a.id = l.account_id
             left join members m
               on m.location_id = l.id and m.account_id = l.account_id and m.user_id = visit.user_id
           order by visit.place`,
    values: [visits.map(({ user_id }) => user_id), visits.map(({ location_id }) => location_id)],
  });
  return rows.map(({ role }) => role);
}
