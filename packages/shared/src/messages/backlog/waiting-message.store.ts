import type { Queryable } from '../../data/database.ts';
import { countedMax, countOf, type BoundedCount } from '../../values/bounded-count.ts';

/** Messages that wait in an outbox, and those that are parked there. */
export type OutboxBacklog = {
  waiting: BoundedCount;
  /** When the oldest waiting message was written; null when none waits. */
  oldest_at: Date | null;
  parked: BoundedCount;
  /** The id of the oldest parked message; null when none is. */
  oldest_parked_id: string | null;
};

/** Messages that a consumer holds. */
export type HeldBacklog = {
  held: BoundedCount;
  /** When the oldest was held; null when none is. */
  oldest_held_at: Date | null;
};

type Row = { waiting: number; oldest_at: Date | null; parked: number; oldest_parked_id: string | null };

/** Counts up to 10,000 messages of each. */
export async function readOutboxBacklog(db: Queryable): Promise<OutboxBacklog> {
  const { rows } = await db.query<Row>({
    name: 'outbox-backlog',
    text: `select
             (select count(*)::int from (select from outbox where parked_at is null limit $1) w) as waiting,
             (select created_at from outbox where parked_at is null order by seq limit 1) as oldest_at,
             (select count(*)::int from (select from outbox where parked_at is not null limit $1) p) as parked,
             (select id from outbox where parked_at is not null order by id collate "C" limit 1) as oldest_parked_id`,
    values: [countedMax + 1],
  });
  const [{ waiting, parked, ...oldest } = { waiting: 0, parked: 0, oldest_at: null, oldest_parked_id: null }] = rows;
  return { ...oldest, waiting: countOf(waiting), parked: countOf(parked) };
}

export const nothingHeld: HeldBacklog = { held: countOf(0), oldest_held_at: null };

/** Counts up to 10,000 held messages. Only services with consumers have the table. */
export async function readHeldBacklog(db: Queryable): Promise<HeldBacklog> {
  const { rows } = await db.query<{ held: number; oldest_held_at: Date | null }>({
    name: 'held-backlog',
    text: `select
             (select count(*)::int from (select from held_messages limit $1) h) as held,
             (select held_at from held_messages order by seq limit 1) as oldest_held_at`,
    values: [countedMax + 1],
  });
  const [row] = rows;
  return row ? { ...row, held: countOf(row.held) } : nothingHeld;
}
