import type { Queryable } from '@order-hub/shared/database';
import type { Location } from '../location.ts';
import { closedTimes } from './closed-times.ts';
import { midnightMs } from '@order-hub/shared/local-moment';
import { listDaysBetween } from './special-day.store.ts';

type Place = Pick<Location, 'id' | 'opening_hours' | 'cutoff_time' | 'timezone'> & { account_id: string };

const dayMs = 24 * 3_600_000;
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Whichever its timezone, a day of these dates can be under way; its closed time can last into the next day. */
const datesAround = (at: Date) => {
  const midnight = midnightMs(dateAt(at.getTime()));
  return { from: dateAt(midnight - 2 * dayMs), to: dateAt(midnight + dayMs) };
};

/** The ids of those locations that a special day closes at one of these moments. The moments are within one day. */
export async function listSpeciallyClosed(
  db: Queryable,
  locations: readonly Place[],
  moments: readonly [Date, ...Date[]],
): Promise<Set<string>> {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const places = locations.map(({ account_id, id }) => ({ account_id, location_id: id }));
  const closed = new Set<string>();
  for (const special of await listDaysBetween(db, places, datesAround(moments[0]))) {
    const location = byId.get(special.location_id);
    const times = location ? closedTimes(special, location) : [];
    if (times.some(({ start, end }) => moments.some((at) => start <= at && at < end))) closed.add(special.location_id);
  }
  return closed;
}
