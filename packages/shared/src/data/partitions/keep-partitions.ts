import pg from 'pg';
import type { Log } from '../../process/log.ts';
import { startRepeating, type Repeating } from '../../process/repeating.ts';
import { idFloor } from '../../values/ids.ts';
import { transaction, type Database, type Queryable } from '../database.ts';
import { extendPartitions, lockMs, type Extending } from './extend-partitions.ts';
import { listPartitions, type Partition, type PastPartition } from './partitions.ts';

const everyMs = 3_600_000;

/** Whether anybody still needs rows of a past partition. */
export type IsNeeded = (db: Queryable, partition: PastPartition) => Promise<boolean>;

const isPast = (partition: Partition, now: Date): partition is PastPartition =>
  partition.to !== null && partition.to <= idFloor(now);

/** Drops a partition unless it is needed after all. Requests wait for it, for milliseconds. Returns whether it did. */
const dropUnneeded = (db: Database, table: string, partition: PastPartition, isNeeded: IsNeeded): Promise<boolean> =>
  transaction(db, async (trx) => {
    const name = pg.escapeIdentifier(partition.name);
    // An autovacuum gives way to this lock after a second. It holds up no one.
    await trx.query({ text: `lock table ${name} in share update exclusive mode` });
    await trx.query({ text: `set local lock_timeout = ${lockMs}` });
    // No row can be added from here on.
    await trx.query({ text: `lock table only ${pg.escapeIdentifier(table)} in access exclusive mode` });
    if (await isNeeded(trx, partition)) return false;
    await trx.query({ text: `drop table ${name}` });
    return true;
  });

type Dropping = Pick<Extending, 'db' | 'table' | 'now' | 'signal'> & { isNeeded: IsNeeded };

/** Drops the past partitions that nobody needs. Returns their names. */
export async function dropPartitions({ db, table, now, signal, isNeeded }: Dropping): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of await listPartitions(db, table)) {
    if (signal.aborted || !isPast(partition, now) || (await isNeeded(db, partition))) continue;
    if (await dropUnneeded(db, table, partition, isNeeded)) dropped.push(partition.name);
  }
  return dropped;
}

type Keeping = {
  db: Database;
  log: Log;
  now: () => Date;
  table: string;
  /** How many months a partition covers: 12, or a divisor of it. */
  months: number;
  isNeeded(db: Queryable, partition: PastPartition, now: Date): Promise<boolean>;
};

/** Adds partitions before they are needed, and drops those that nobody needs any more. Replicas share the work. */
export const startKeepingPartitions = ({ db, log, now: clock, table, months, isNeeded }: Keeping): Repeating =>
  startRepeating({
    async work(signal) {
      const now = clock();
      const round = { db, table, months, now, signal };
      if (await extendPartitions(round)) log.info({ table }, 'partition added');
      const dropped = await dropPartitions({ ...round, isNeeded: (...of) => isNeeded(...of, now) });
      for (const partition of dropped) log.info({ table, partition }, 'partition dropped');
    },
    everyMs,
    log,
    messages: {
      failing: `the partitions of ${table} cannot be changed at the moment`,
      well: `the partitions of ${table} are changed again`,
    },
  });
