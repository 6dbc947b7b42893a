import type { Queryable } from '@order-hub/shared/database';

/** A log of days. */
export type DayLog = 'logged_attempts' | 'logged_requests';

/** Whether a partition has a row from before the id `oldest`. The first row tells, as a rule. */
export async function hasOldRows(db: Queryable, log: DayLog, slot: number, oldest: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: `has-old-${log}`,
    text: `select exists (select from ${log} where slot = $1 and id < $2) as found`,
    values: [slot, oldest],
  });
  return rows[0]?.found ?? false;
}

/** Empties a partition. Waits for its lock as long as `lockMs`. */
export async function truncateSlot(trx: Queryable, log: DayLog, slot: number, lockMs: number): Promise<void> {
  await trx.query({ text: `set local lock_timeout = ${lockMs}` });
  await trx.query({ text: `truncate ${log}_${slot}` });
}
