import type { Database } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import { startKeepingPartitions } from '@order-hub/shared/keep-partitions';
import type { Log } from '@order-hub/shared/log';
import { monthsLater } from '@order-hub/shared/partitions';
import type { Repeating } from '@order-hub/shared/repeating';

/** `months`: how long a year's orders stay after its end; undefined for ever. */
type Deps = { db: Database; log: Log; now: () => Date; months: number | undefined };

/**
 * Keeps the partitions of the orders, one for each year: a list without a filter of time looks into each of them
 * (docs/decisions/0062-partitions-by-id.md). Drops the orders of past years (docs/api/orders.md#old-orders).
 */
export const startClearingOrders = ({ months, ...deps }: Deps): Repeating =>
  startKeepingPartitions({
    ...deps,
    table: 'orders',
    months: 12,
    isNeeded: (_db, { to }, now) => Promise.resolve(months === undefined || to > idFloor(monthsLater(now, -months))),
  });
