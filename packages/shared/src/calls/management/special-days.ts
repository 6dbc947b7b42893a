/** The management API for the special days of the location of a page (docs/api/back-office.md#special-days). */
import { z } from 'zod';
import { managingRoles } from '../../tokens/roles.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { clockTime } from '../../values/times/clock-time.ts';
import { dateSchema } from '../../values/times/times.ts';
import { principalCall } from '../principal-call.ts';

const noteCharsMax = 200;

const timeOrNull = clockTime.nullish().transform((time) => time ?? null);

/** `closed_from` and `closed_to`: the part of the day that is closed; both null: all of it. */
const newSpecialDay = z.object({
  day: dateSchema,
  closed_from: timeOrNull,
  closed_to: timeOrNull,
  note: textUpTo(noteCharsMax)
    .nullish()
    .transform((note) => note?.trim() || null),
});

export type NewSpecialDay = z.output<typeof newSpecialDay>;

const nullableText = z.string().nullable();

const specialDay = z.object({
  day: z.string(),
  closed_from: nullableText,
  closed_to: nullableText,
  note: nullableText,
});

export type SpecialDay = z.output<typeof specialDay>;

/** `today`: the day that it is there, by the clocks and the cut-off time of the location. */
export const listSpecialDays = principalCall('GET /management/special-days', {
  summary: 'List the special days of a location that are not over, the next first',
  to: 'auth',
  principals: ['user'],
  roles: managingRoles,
  reply: z.object({ today: z.string(), items: z.array(specialDay) }),
});

export const addSpecialDay = principalCall('POST /management/special-days', {
  summary: 'Close a location on a special day, or for a part of it',
  to: 'auth',
  principals: ['user'],
  roles: managingRoles,
  input: newSpecialDay,
  reply: z.object({}),
});

export const removeSpecialDay = principalCall('POST /management/special-days/remove', {
  summary: 'Remove a special day of a location',
  to: 'auth',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ day: dateSchema }),
  reply: z.object({}),
});
