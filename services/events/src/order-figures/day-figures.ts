/** The figures of days, from the rows that hold them. */
import { Decimal } from '@order-hub/shared/decimal';
import type { DayFigures } from '@order-hub/shared/today-calls';
import type { ChannelRow, HourRow } from './day-figures.store.ts';

const keyOf = ({ location_id, day, currency }: { location_id: string; day: string; currency: string }) =>
  [location_id, day, currency].join(' ');

function grouped<Row extends Parameters<typeof keyOf>[0]>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

type Summed = Pick<DayFigures, 'orders' | 'rejected' | 'cancelled' | 'turnover'>;

const sumOf = (rows: readonly HourRow[]): Summed => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  turnover: rows.reduce((sum, { turnover }) => sum.plus(turnover), new Decimal(0)).toFixed(2),
  rejected: rows.reduce((sum, { rejected }) => sum + rejected, 0),
  cancelled: rows.reduce((sum, { cancelled }) => sum + cancelled, 0),
});

/** One entry for each location, day and currency with orders. */
export function figuresOf(hours: readonly HourRow[], channels: readonly ChannelRow[]): DayFigures[] {
  const hoursOf = grouped(hours);
  const channelsOf = grouped(channels);
  return [...hoursOf].flatMap(([key, rows]) => {
    const [first] = rows;
    if (!first) return [];
    const { location_id, day, currency } = first;
    return {
      ...{ location_id, day, currency },
      ...sumOf(rows),
      hours: rows.map(({ hour, orders, turnover }) => ({ hour, orders, turnover })),
      channels: (channelsOf.get(key) ?? []).map(({ channel, orders, turnover }) => ({ channel, orders, turnover })),
    };
  });
}
