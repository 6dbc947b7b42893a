/**
 * Tables that are partitioned by their ids, and thus by time (docs/decisions/0062-partitions-by-id.md). The newest partition
 * has no end, so every later id has a partition, whatever the clock and however long the service was off.
 */
import type pg from 'pg';
import { timeOfId } from '../../values/ids.ts';
import type { Queryable } from '../database.ts';

/** `from`: its first id, null for the oldest. `to`: the first id after it, null for the newest. */
export type Partition = { name: string; from: string | null; to: string | null };

export type PastPartition = Partition & { to: string };

/** A partition ends at least so much later than now: no id that is stored before it has ended reaches its end. */
const leadMonths = 3;
/** A newest partition that begins sooner gets an end, and a successor. As a rule it is empty then. */
const spareMonths = 1;

/** So many months later, negative for earlier; the last day of the month if that has fewer days. */
export function monthsLater(at: Date, months: number): Date {
  const later = new Date(at);
  later.setUTCMonth(at.getUTCMonth() + months);
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** The end of the period of `months` in which `at` lies, in UTC. A year begins with a new period. */
function endOfPeriod(at: Date, months: number): Date {
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  const next = (Math.floor(month / months) + 1) * months;
  return new Date(Date.UTC(Math.floor(next / 12), next % 12));
}

/** Where the newest partition, which begins with the id `from`, is to end; undefined while it need not. */
export function newEnd(from: string | null, months: number, now: Date): Date | undefined {
  const begins = from === null ? undefined : timeOfId(from);
  if (begins !== undefined && begins >= monthsLater(now, spareMonths)) return undefined;
  const least = monthsLater(now, leadMonths);
  return endOfPeriod(begins !== undefined && begins > least ? begins : least, months);
}

/** The partitions of a table, oldest first. */
export async function listPartitions(db: Queryable | pg.Client, table: string): Promise<Partition[]> {
  const { rows } = await db.query<Partition>(
    `select c.relname as name, substring(b.bounds from $$FROM \\('(\\w+)'\\)$$) as "from",
       substring(b.bounds from $$TO \\('(\\w+)'\\)$$) as "to"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     cross join lateral pg_get_expr(c.relpartbound, c.oid) as b (bounds)
     where i.inhparent = $1::regclass order by substring(b.bounds from $$FROM \\('(\\w+)'\\)$$) collate "C" nulls first`,
    [table],
  );
  return rows;
}
