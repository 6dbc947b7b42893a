/** The fields of the forms by which orders are accepted and refused. */
import { invalid } from '@order-hub/shared/errors';
import { fieldsRule } from '@order-hub/shared/rules';
import { textUpTo } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { hasPassed, minuteChoices } from '../order-actions.ts';

const reasonCharsMax = 500;

/** When it is ready: in some minutes, or at the time that the customer wishes. An order can be accepted without either. */
export const acceptFields = z.object({ minutes: z.enum(minuteChoices).optional(), time: timeSchema.optional() });

/** A new time for an order that was accepted. */
export const delayFields = acceptFields.check(
  fieldsRule<z.output<typeof acceptFields>, 'minutes' | 'time'>(['minutes', 'time'], ({ minutes, time }, fault) => {
    if (minutes === undefined && time === undefined) fault('missing', 'must be chosen', 'minutes');
  }),
);

/** The customer reads the reason. */
export const reasonFields = z.object({
  reason: textUpTo(reasonCharsMax).trim().min(1, 'must not be empty'),
});

export const noFields = z.object({});

const minuteMs = 60_000;

/**
 * The time at which an accepted order is ready, as the API takes it. Throws 422 for a time that has passed, as on a board that was
 * loaded before: nobody promises it.
 */
export function confirmedTime({ minutes, time }: z.output<typeof acceptFields>, now: Date): string | undefined {
  if (minutes === undefined) {
    if (time !== undefined && hasPassed(time, now))
      throw invalid('minutes', 'too_early', 'has passed: choose another time');
    return time;
  }
  return new Date(now.getTime() + Number(minutes) * minuteMs).toISOString();
}
