import type { Queryable } from '@order-hub/shared/database';
import { unreadyStatuses } from '@order-hub/shared/late-orders';
import type { LateOrder } from '@order-hub/shared/today-calls';

/** Days of a location, by its clocks. */
export type ShopDays = { account_id: string; location_id: string; days: readonly string[] };

type Sums = { location_id: string; day: string; currency: string; orders: number; turnover: string };
export type HourRow = Sums & { hour: number; rejected: number; cancelled: number };
export type ChannelRow = Sums & { channel: string | null };

/** One row per location and day. */
function dayColumns(shops: readonly ShopDays[]) {
  const days = shops.flatMap(({ account_id, location_id, days: of }) =>
    of.map((day) => ({ account_id, location_id, day })),
  );
  return [
    days.map(({ account_id }) => account_id),
    days.map(({ location_id }) => location_id),
    days.map(({ day }) => day),
  ];
}

/** What the locations took in each hour of the days: 24 rows per location, day and currency at most. */
export async function listHours(db: Queryable, shops: readonly ShopDays[]): Promise<HourRow[]> {
  const { rows } = await db.query<HourRow>({
    name: 'figures-by-hour',
    text: `select d.location_id, d.day::text, d.currency, d.hour, sum(d.orders)::int as orders, round(sum(d.turnover), 2)::text as turnover,
             sum(d.rejected)::int as rejected, sum(d.cancelled)::int as cancelled
           from unnest($1::text[], $2::text[], $3::date[]) as s (account_id, location_id, day)
           join order_days d on d.account_id = s.account_id and d.location_id = s.location_id and d.day = s.day
           group by d.location_id, d.day, d.currency, d.hour order by d.location_id, d.day, d.currency, d.hour`,
    values: dayColumns(shops),
  });
  return rows;
}

const channelsMax = 6;

/** What the channels brought in the days: of each location, day and currency the six with most orders, and the others as one. */
export async function listChannels(db: Queryable, shops: readonly ShopDays[]): Promise<ChannelRow[]> {
  const { rows } = await db.query<ChannelRow>({
    name: 'figures-by-channel',
    text: `with channels as (
             select d.location_id, d.day, d.currency, d.channel, sum(d.orders) as orders, sum(d.turnover) as turnover,
               row_number() over (partition by d.location_id, d.day, d.currency order by sum(d.orders) desc, d.channel) as rank
             from unnest($1::text[], $2::text[], $3::date[]) as s (account_id, location_id, day)
             join order_days d on d.account_id = s.account_id and d.location_id = s.location_id and d.day = s.day
             group by d.location_id, d.day, d.currency, d.channel
           )
           select location_id, day::text, currency, case when rank <= $4 then channel end as channel,
             sum(orders)::int as orders, round(sum(turnover), 2)::text as turnover
           from channels group by location_id, day, currency, case when rank <= $4 then channel end
           having sum(orders) > 0 order by location_id, day, currency, min(rank)`,
    values: [...dayColumns(shops), channelsMax],
  });
  return rows;
}

/** From which day on there are figures of the location. */
export async function findFirstDay(
  db: Queryable,
  { account_id, location_id }: Pick<ShopDays, 'account_id' | 'location_id'>,
): Promise<string | null> {
  const { rows } = await db.query<{ day: string | null }>({
    name: 'figures-first-day',
    text: 'select min(day)::text as day from order_days where account_id = $1 and location_id = $2',
    values: [account_id, location_id],
  });
  return rows[0]?.day ?? null;
}

const lateMax = 11;

type LateRow = Omit<LateOrder, 'due_at'> & { due_at: Date };

/**
 * Up to eleven late orders of each location, the longest waiting first. An order that was due before `since` is forgotten, not late. The
 * statuses that are left out are those of the index, which has no orders that are gone.
 */
export async function listLate(
  db: Queryable,
  shops: readonly ShopDays[],
  { since, now }: { since: Date; now: Date },
): Promise<LateRow[]> {
  const { rows } = await db.query<LateRow>({
    name: 'late-orders',
    text: `select late.* from unnest($1::text[], $2::text[]) as s (account_id, location_id)
           cross join lateral (
             select r.order_id, r.location_id, r.channel, r.status, r.service_type,
               coalesce(r.confirmed_at, r.expected_at) as due_at
             from order_records r
             where r.account_id = s.account_id and r.location_id = s.location_id
               and r.status not in ('completed', 'rejected', 'cancelled', 'delivery_failed') and r.status = any($6::text[])
               and coalesce(r.confirmed_at, r.expected_at) between $3 and $4
             order by coalesce(r.confirmed_at, r.expected_at) limit $5
           ) as late order by late.due_at`,
    values: [
      shops.map(({ account_id }) => account_id),
      shops.map(({ location_id }) => location_id),
      since,
      now,
      lateMax,
      unreadyStatuses,
    ],
  });
  return rows;
}
