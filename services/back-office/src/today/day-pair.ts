/** A day beside the same weekday a week before. */
import { Decimal } from '@order-hub/shared/decimal';
import type { DayFigures, Today, TodayLocation } from '@order-hub/shared/today-calls';

/** Decimals as texts. */
export type Sums = { orders: number; turnover: string };

/** An hour of both days; an hour without orders counts 0. */
export type Hour = { hour: number; today: Sums; before: Sums };

/** `until`: of the day before, up to and with the hour that it is now. */
export type DayPair = {
  currency: string;
  today: Sums;
  rejected: number;
  cancelled: number;
  until: Sums;
  before: Sums;
  hours: Hour[];
  /** The current hour. */
  hour: number;
};

type Figures = Pick<DayFigures, 'orders' | 'turnover' | 'rejected' | 'cancelled' | 'hours'>;

const nothing: Sums = { orders: 0, turnover: '0.00' };
const noFigures: Figures = { ...nothing, rejected: 0, cancelled: 0, hours: [] };

/** The sum of several figures. */
export const sumOf = (all: readonly Sums[]): Sums => ({
  orders: all.reduce((sum, { orders }) => sum + orders, 0),
  turnover: all.reduce((sum, { turnover }) => sum.plus(turnover), new Decimal(0)).toFixed(2),
});

/** The turnover of an order; null without orders. */
export const averageOf = ({ orders, turnover }: Sums): string | null =>
  orders === 0 ? null : new Decimal(turnover).div(orders).toFixed(2);

/** A picture shows no fewer hours than these, so that a single bar does not fill it. */
const hoursMin = 8;
const lastHour = 23;

/** The hours from the first to the last with orders, and the current one. */
function shownHours(hours: readonly number[], now: number): number[] {
  const from = Math.min(now, ...hours);
  const to = Math.max(now, ...hours);
  const first = Math.max(0, Math.min(from, to - hoursMin + 1));
  const last = Math.min(lastHour, Math.max(to, first + hoursMin - 1));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const hourOf = ({ hours }: Figures, hour: number): Sums => hours.find((one) => one.hour === hour) ?? nothing;

/** Both days of a location, in its currency. */
export function dayPair({ figures }: Pick<Today, 'figures'>, location: TodayLocation): DayPair {
  const { id, currency, today, last_week, hour } = location;
  const of = (day: string): Figures =>
    figures.find((one) => one.location_id === id && one.currency === currency && one.day === day) ?? noFigures;
  const [now, before] = [of(today), of(last_week)];
  const shown = shownHours(
    [...now.hours, ...before.hours].map((one) => one.hour),
    hour,
  );
  return {
    ...{ currency, hour, today: now, before },
    ...{ rejected: now.rejected, cancelled: now.cancelled },
    until: sumOf(before.hours.filter((one) => one.hour <= hour)),
    hours: shown.map((at) => ({ hour: at, today: hourOf(now, at), before: hourOf(before, at) })),
  };
}

/** The pairs of several locations together, for each currency. */
export function pairsByCurrency(pairs: readonly DayPair[]) {
  const currencies = [...new Set(pairs.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const of = pairs.filter((pair) => pair.currency === currency);
    return {
      ...{ currency, locations: of.length },
      ...{ today: sumOf(of.map(({ today }) => today)), until: sumOf(of.map(({ until }) => until)) },
      before: sumOf(of.map(({ before }) => before)),
      rejected: of.reduce((sum, { rejected }) => sum + rejected, 0),
      cancelled: of.reduce((sum, { cancelled }) => sum + cancelled, 0),
    };
  });
}
