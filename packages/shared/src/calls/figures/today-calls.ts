/** The calls about today: the figures of a day, and what needs somebody now (docs/api/back-office.md#today). */
import { z } from 'zod';
import { managingRoles, roleNames } from '../../tokens/roles.ts';
import { listOf } from '../../values/lists.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { dateSchema } from '../../values/times/times.ts';
import { internalCall } from '../internal-call.ts';
import { principalCall } from '../principal-call.ts';
import { troubleSchema } from './trouble-calls.ts';

const text = z.string();
const nullableText = text.nullable();
const id = textUpTo(64);

/** ISO 8601 in UTC with milliseconds. */
const time = z.iso.datetime({ precision: 3 });

const count = z.int();
/** An exact decimal, without its currency. */
const amount = text;

/** Rejected and cancelled orders are counted apart, and are not in the turnover. */
const sums = { orders: count, turnover: amount };

/** What a location took in a day and a currency. `hours`: those with orders. `channel` null: all others together. */
const dayFigures = z.object({
  location_id: text,
  day: text,
  currency: text,
  ...sums,
  rejected: count,
  cancelled: count,
  hours: z.array(z.object({ hour: z.int().min(0).max(23), ...sums })),
  channels: z.array(z.object({ channel: nullableText, ...sums })),
});

export type DayFigures = z.output<typeof dayFigures>;

/** An order that is neither completed nor failed, though its confirmed or else its expected time has passed. */
const lateOrder = z.object({
  order_id: text,
  location_id: text,
  channel: text,
  status: text,
  service_type: nullableText,
  due_at: time,
});

export type LateOrder = z.output<typeof lateOrder>;

/** The locations that a page shows at most. */
export const shownLocationsMax = 100;

/** `days`: of the clocks of the location. */
const shop = z.object({ account_id: id, location_id: id, days: listOf(dateSchema, 2) });

/** Late orders: 11 of each location at most, the longest waiting first. `first_day`: from that day on there are figures of the only shop. */
export const describeDays = internalCall('POST /internal/day-figures', {
  summary: 'The figures of days of locations, and what needs somebody there now',
  to: 'events',
  from: ['auth'],
  body: z.object({ shops: listOf(shop, shownLocationsMax), with_channels: z.boolean() }),
  reply: z.object({
    figures: z.array(dayFigures),
    late: z.array(lateOrder),
    trouble: z.array(troubleSchema),
    first_day: nullableText,
  }),
  unavailable: 'The figures cannot be shown at the moment; try again',
});

/** `used_at`: when it last asked the hub for something, as far as that is known. */
const namedTrouble = troubleSchema.extend({ client_name: text, name: nullableText, used_at: time.nullable() });

export type Trouble = z.output<typeof namedTrouble>;

/** A location with the clocks of its day. `hour`: the current one. `role`: the user's there. */
const todayLocation = z.object({
  id: text,
  name: text,
  account_id: text,
  account_name: text,
  currency: text,
  timezone: text,
  role: z.enum(roleNames),
  today: text,
  last_week: text,
  hour: z.int(),
});

export type TodayLocation = z.output<typeof todayLocation>;

/** About the location of the page; of a page without one, about all locations that the user owns or manages, 100 at most. */
export const retrieveToday = principalCall('GET /management/today', {
  summary: 'The figures of today, and what needs somebody now',
  to: 'auth',
  principals: ['user'],
  roles: managingRoles,
  reply: z.object({
    ...describeDays.reply.shape,
    locations: z.array(todayLocation),
    trouble: z.array(namedTrouble),
    more: z.boolean(),
  }),
});

export type Today = z.output<typeof retrieveToday.reply>;
