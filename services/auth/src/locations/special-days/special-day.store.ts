import { violates, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { NewSpecialDay, SpecialDay } from '@order-hub/shared/management/special-days';
import type { StoredDay } from './special-day.ts';

type Place = { account_id: string; location_id: string };

/** Throws 422 on `day` when it is a special day already. */
export async function insertSpecialDay(
  trx: Queryable,
  { account_id, location_id, day, closed_from, closed_to, note, look_at }: Place & NewSpecialDay & { look_at: Date },
): Promise<void> {
  try {
    await trx.query(
      `insert into special_days (account_id, location_id, day, closed_from, closed_to, note, look_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [account_id, location_id, day, closed_from, closed_to, note, look_at],
    );
  } catch (error) {
    throw violates(error, 'special_days_day')
      ? invalid('day', 'taken', 'is a special day already; remove it first')
      : error;
  }
}

/** Those that are not over, the next first. A location has few. */
export async function listDays(db: Queryable, { account_id, location_id }: Place): Promise<SpecialDay[]> {
  const { rows } = await db.query<SpecialDay>({
    name: 'list-special-days',
    text: `select day, closed_from, closed_to, note from special_days where account_id = $1 and location_id = $2
           order by day`,
    values: [account_id, location_id],
  });
  return rows;
}

type DatedDay = Place & Pick<SpecialDay, 'day' | 'closed_from' | 'closed_to'>;
type Dates = { from: string; to: string };

/** The days of several locations from one date to another. */
export async function listDaysBetween(
  db: Queryable,
  places: readonly Place[],
  { from, to }: Dates,
): Promise<DatedDay[]> {
  const { rows } = await db.query<DatedDay>({
    name: 'list-special-days-between',
    text: `select s.account_id, s.location_id, s.day, s.closed_from, s.closed_to from special_days s
           join unnest($1::text[], $2::text[]) as place (account_id, location_id)
             on s.account_id = place.account_id and s.location_id = place.location_id
           where s.day between $3 and $4`,
    values: [places.map(({ account_id }) => account_id), places.map(({ location_id }) => location_id), from, to],
  });
  return rows;
}

/** Deletes the day, and returns it if it was there. */
export async function deleteSpecialDay(
  trx: Queryable,
  { account_id, location_id, day }: Place & { day: string },
): Promise<SpecialDay | undefined> {
  const { rows } = await trx.query<SpecialDay>(
    `delete from special_days where account_id = $1 and location_id = $2 and day = $3
     returning day, closed_from, closed_to, note`,
    [account_id, location_id, day],
  );
  return rows[0];
}

/** Locks up to 100 days that are due, with their locations. Skips those that are being changed. */
export async function lockDueDays(trx: Queryable, now: Date): Promise<(Place & StoredDay)[]> {
  const { rows } = await trx.query<Place & StoredDay>({
    name: 'lock-due-special-days',
    text: `select s.account_id, s.location_id, s.day, s.closed_from, s.closed_to, s.note, s.paused_until
           from special_days s join locations l on l.account_id = s.account_id and l.id = s.location_id
           where s.look_at <= $1 order by s.look_at limit 100 for update of s, l skip locked`,
    values: [now],
  });
  return rows;
}

/** Remembers up to when a day has had its say, and when to look at it again. */
export async function updateLook(
  trx: Queryable,
  { account_id, location_id, day, paused_until, look_at }: Place & StoredDay & { look_at: Date },
): Promise<void> {
  await trx.query({
    name: 'update-special-day-look',
    text: `update special_days set paused_until = $4, look_at = $5
           where account_id = $1 and location_id = $2 and day = $3`,
    values: [account_id, location_id, day, paused_until, look_at],
  });
}
