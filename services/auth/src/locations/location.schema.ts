import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { timezoneSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { accountReply } from '../accounts/account.schema.ts';
import { nameSchema } from '../name.schema.ts';
import { timezoneView } from '../timezone.view.ts';
import { locationDefaults } from './location.ts';
import { minutesSchema } from './minutes.schema.ts';
import { orderAcceptanceReply, orderAcceptanceSchema } from './order-acceptance.schema.ts';

const clockTime = z
  .string('must be a time of day, such as "06:00"')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:mm');
const SLOTS_MAX = 24;

const slots = z
  .array(z.object({ from: clockTime, to: clockTime }), 'must be an array of slots')
  .max(SLOTS_MAX, `must have at most ${SLOTS_MAX} slots`);
/** A day that is left out or null is one without slots. */
const daySlots = slots.nullish().transform((given) => given ?? []);

/** All days of the week, whatever days were sent (contract, "OpeningHours", rule 1). */
const openingHoursSchema = z.object(
  {
    monday: daySlots,
    tuesday: daySlots,
    wednesday: daySlots,
    thursday: daySlots,
    friday: daySlots,
    saturday: daySlots,
    sunday: daySlots,
  },
  'must be an object with slots per weekday',
);

const openingHoursReply = z.object({
  monday: slots,
  tuesday: slots,
  wednesday: slots,
  thursday: slots,
  friday: slots,
  saturday: slots,
  sunday: slots,
});

/** Null clears a scalar, which then is as in a new location, and opening hours; it leaves the other objects alone. */
export const locationUpdate = z.object({
  cutoff_time: clockTime.nullish().transform((time) => (time === null ? locationDefaults.cutoff_time : time)),
  opening_hours: openingHoursSchema.nullish(),
  preparation_time: minutesSchema
    .nullish()
    .transform((minutes) => (minutes === null ? locationDefaults.preparation_time : minutes)),
  order_acceptance: orderAcceptanceSchema.nullish().transform((acceptance) => acceptance ?? undefined),
  custom_fields: customFieldsSchema.nullish().transform((fields) => fields ?? undefined),
});

const optionalText = z
  .string('must be a text')
  .trim()
  .max(500, 'must have at most 500 characters')
  .nullish()
  .transform((text) => text || null);

export const locationCreate = z.object({
  account_id: z.string('must be the id of an account'),
  name: nameSchema,
  address: optionalText,
  postal_code: optionalText,
  city: optionalText,
  country: optionalText,
  timezone: timezoneSchema.default('UTC'),
});

/** Contract, "Location". */
export const locationReply = z.object({
  id: z.string(),
  name: z.string(),
  account: accountReply,
  address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  timezone: timezoneView,
  cutoff_time: clockTime,
  opening_hours: openingHoursReply.nullable(),
  preparation_time: z.int(),
  order_acceptance: orderAcceptanceReply,
  custom_fields: z.record(z.string(), z.unknown()),
});
