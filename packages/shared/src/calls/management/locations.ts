/** The management API for locations. */
import { z } from 'zod';
import { everyRole } from '../../tokens/roles.ts';
import { nameSchema } from '../../values/texts/names.ts';
import { nameText } from '../../values/texts/texts.ts';
import { timezoneSchema } from '../../values/times/times.ts';
import { principalCall } from '../principal-call.ts';
import { reasonInput, suspendableView } from './accounts.ts';
import { pageInput, pageOf } from './page.ts';

const everyone = ['user', 'operator'] as const;
const text = z.string();
const nullableText = text.nullable();

const optionalText = z
  .string('must be a text')
  .trim()
  .max(500, 'must have at most 500 characters')
  .nullish()
  .transform((given) => given || null);

/** What the owner of the account sets of a location. */
export const locationDetails = z.object({
  name: nameSchema,
  address: optionalText,
  postal_code: optionalText,
  city: optionalText,
  country: optionalText,
  timezone: timezoneSchema,
});

/** A location as people manage it. `suspended`: itself; `account_suspended`: its account. */
const managedLocation = z.object({
  id: text,
  name: text,
  account_id: text,
  account_name: text,
  currency: text,
  address: nullableText,
  postal_code: nullableText,
  city: nullableText,
  country: nullableText,
  timezone: text,
  suspended: z.boolean(),
  account_suspended: z.boolean(),
});

export type ManagedLocation = z.output<typeof managedLocation>;

const slots = z.array(z.object({ from: text, to: text }));
const resume_at = z.coerce.date().nullable();

/** What clients set of a location (docs/api/locations.md#update). */
const locationSettings = z.object({
  /** Auth of an older version does not tell it. */
  cutoff_time: text.default('06:00'),
  opening_hours: z
    .object({
      monday: slots,
      tuesday: slots,
      wednesday: slots,
      thursday: slots,
      friday: slots,
      saturday: slots,
      sunday: slots,
    })
    .nullable(),
  preparation_time: z.int(),
  order_acceptance: z.union([
    z.object({ mode: z.literal('normal') }),
    z.object({ mode: z.literal('busy'), resume_at, extra_preparation_time: z.int() }),
    z.object({ mode: z.literal('paused'), resume_at, reason: nullableText }),
  ]),
});

export type LocationSettings = z.output<typeof locationSettings>;

export const createLocation = principalCall('POST /management/locations', {
  summary: 'Create a location of an account',
  to: 'auth',
  principals: everyone,
  input: locationDetails.extend({ account_id: nameText, timezone: timezoneSchema.default('UTC') }),
  /** The location as the API shows it. */
  reply: z.looseObject({ id: text }),
});

/** Of one account, or without `account_id` of all that the principal reaches. */
export const listLocations = principalCall('GET /management/locations', {
  summary: 'List locations, oldest first',
  to: 'auth',
  principals: everyone,
  input: z.object({ ...pageInput, account_id: nameText.optional() }),
  reply: pageOf(managedLocation),
});

export const retrieveLocation = principalCall('GET /management/locations/:location_id', {
  summary: 'Retrieve a location with what clients have set',
  to: 'auth',
  principals: everyone,
  roles: everyRole,
  reply: managedLocation.extend({ settings: locationSettings }),
});

const hoursMax = 24;
const minutes = z
  .int('must be a whole number of minutes')
  .min(1)
  .max(hoursMax * 60);

/** How orders are taken at the location of the page, from now on and for some minutes (docs/api/locations.md#order-acceptance). */
export const updateOrderAcceptance = principalCall('POST /management/order-acceptance', {
  summary: 'Take orders as usual, later, or not at all',
  to: 'auth',
  principals: ['user'],
  roles: everyRole,
  /** `minutes`: after which orders are taken as usual again. `extra_preparation_time`: only for `busy`. */
  input: z.object({
    mode: z.enum(['normal', 'busy', 'paused']),
    minutes: minutes.default(60),
    extra_preparation_time: minutes.default(15),
  }),
  reply: z.object({}),
});

export const updateLocationDetails = principalCall('POST /management/locations/:location_id', {
  summary: 'Update the name, address and timezone of a location',
  to: 'auth',
  principals: everyone,
  input: locationDetails,
  reply: z.object({}),
});

export const deleteLocation = principalCall('POST /management/locations/:location_id/delete', {
  summary: 'Delete a location that has had no order',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({}),
});

const suspendableLocation = suspendableView.extend({ account_id: text });

export const suspendLocation = principalCall('POST /management/locations/:location_id/suspend', {
  summary: 'Suspend a location with its connections',
  to: 'auth',
  principals: ['operator'],
  input: reasonInput,
  reply: suspendableLocation,
});

export const resumeLocation = principalCall('POST /management/locations/:location_id/resume', {
  summary: 'Resume a suspended location',
  to: 'auth',
  principals: ['operator'],
  input: reasonInput,
  reply: suspendableLocation,
});
