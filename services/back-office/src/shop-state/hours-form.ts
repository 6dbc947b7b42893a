/** The form of the opening hours. */
import { ApiError, invalidFields } from '@order-hub/shared/errors';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { dayCharsMax, slotsIn } from './time-slots.ts';
import { dayNames, emptyWeek, type DayName, type Week } from './week.ts';

const day = textUpTo(dayCharsMax).default('');

export const hoursFields = z.object({
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: day,
  preparation_time: z.string().regex(/^\d{1,5}$/, 'must be a whole number of minutes'),
  shown: textUpTo(100),
});

export type HoursForm = z.output<typeof hoursFields>;

const faulty = 'must be a time of day, such as 11:30–14:00; several with a comma between them';

/** The week that was filled in; null when no day has times. Throws 422 naming each day that cannot be read. */
export function weekOf(form: HoursForm): Week | null {
  const week: Week = { ...emptyWeek };
  const faults: DayName[] = [];
  for (const name of dayNames) {
    const slots = slotsIn(form[name]);
    if (slots) week[name] = slots;
    else faults.push(name);
  }
  if (faults.length > 0) throw invalidFields(faults.map((field) => ({ field, message: faulty, code: 'not_a_time' })));
  return dayNames.some((name) => week[name].length > 0) ? week : null;
}

/** `opening_hours.monday.0.to`: the field of the form is `monday`. */
const fieldOf = (field: string) => /^opening_hours\.(\w+)/.exec(field)?.[1] ?? field;

/** The API's 422 with the fields of the form; any other error as it is. */
export const asFormFault = (error: unknown): unknown =>
  error instanceof ApiError && error.errors
    ? invalidFields(error.errors.map((fault) => ({ ...fault, field: fieldOf(fault.field) })))
    : error;
