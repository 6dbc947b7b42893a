import type { Database } from '@order-hub/shared/database';
import { extendPartitions } from '@order-hub/shared/extend-partitions';
import { listPartitions } from '@order-hub/shared/partitions';
import { eventually } from '@order-hub/testing/call';

/** The names of the partitions of the orders, oldest first. */
export const partitionsOf = async (db: Database) => (await listPartitions(db, 'orders')).map(({ name }) => name);

/** Adds partitions, as time does: one a year, after the first one that the service adds. The newest one begins with `last`. */
export async function addYears(db: Database, last: number): Promise<string[]> {
  const { signal } = new AbortController();
  await eventually(async () => (await partitionsOf(db)).length > 1);
  for (let year = 2026; !(await partitionsOf(db)).includes(`orders_from_${last}_01`); year += 1) {
    await extendPartitions({ db, table: 'orders', months: 12, now: new Date(Date.UTC(year, 11, 15)), signal });
  }
  return partitionsOf(db);
}
