import type { Queryable } from '@order-hub/shared/database';

type LocationTimezone = { id: string; account_id: string; timezone: string };

/** Up to 100 locations whose timezone other services do not know. */
export async function listUnannounced(db: Queryable): Promise<LocationTimezone[]> {
  const { rows } = await db.query<LocationTimezone>({
    name: 'list-unannounced',
    text: `select id, account_id, timezone from locations
           where announced_timezone is distinct from timezone order by id limit 100`,
  });
  return rows;
}

/** Marks timezones as announced. A location that has moved meanwhile is announced again: its messages may be out of order. */
export async function updateAnnounced(db: Queryable, announced: readonly LocationTimezone[]): Promise<void> {
  await db.query({
    name: 'update-announced',
    text: `update locations as l set announced_timezone = case when l.timezone = announced.timezone then l.timezone end
           from unnest($1::text[], $2::text[], $3::text[]) as announced (account_id, id, timezone)
           where l.account_id = announced.account_id and l.id = announced.id`,
    values: [
      announced.map(({ account_id }) => account_id),
      announced.map(({ id }) => id),
      announced.map(({ timezone }) => timezone),
    ],
  });
}
