import type { Database } from '@order-hub/shared/database';
import { lateForMs } from '@order-hub/shared/late-orders';
import type { describeDays } from '@order-hub/shared/today-calls';
import type { z } from 'zod';
import { figuresOf } from './day-figures.ts';
import { findFirstDay, listChannels, listHours, listLate } from './day-figures.store.ts';

type Asked = z.output<typeof describeDays.body>;

/**
 * The figures of days of locations, and what is late there. `first_day`: of the only location. The caller has checked who may see them.
 */
export async function listFigures(db: Database, { shops, with_channels }: Asked, now: Date) {
  const [only] = shops.length === 1 ? shops : [];
  const [hours, channels, late, first_day] = await Promise.all([
    listHours(db, shops),
    with_channels ? listChannels(db, shops) : [],
    listLate(db, shops, { since: new Date(now.getTime() - lateForMs), now }),
    only ? findFirstDay(db, only) : null,
  ]);
  return {
    figures: figuresOf(hours, channels),
    late: late.map((order) => ({ ...order, due_at: order.due_at.toISOString() })),
    first_day,
  };
}
