import type { Queryable } from '@order-hub/shared/database';
import type { LocationTimezone } from '@order-hub/shared/moved-locations';

/** Stores the timezones of locations, at most one of each. */
export async function upsertTimezones(trx: Queryable, locations: readonly LocationTimezone[]): Promise<void> {
  await trx.query({
    name: 'upsert-location-timezones',
    text: `insert into location_timezones (account_id, location_id, timezone)
           select account_id, location_id, timezone
           from unnest($1::text[], $2::text[], $3::text[]) as moved (account_id, location_id, timezone)
           order by account_id, location_id
           on conflict (account_id, location_id) do update set timezone = excluded.timezone`,
    values: [
      locations.map(({ account_id }) => account_id),
      locations.map(({ location_id }) => location_id),
      locations.map(({ timezone }) => timezone),
    ],
  });
}
