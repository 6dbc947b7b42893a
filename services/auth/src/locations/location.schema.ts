import { clockTime, clockTimeOrMidnight } from '@order-hub/shared/clock-time';
import { customFieldsSchema, customFieldsView } from '@order-hub/shared/custom-fields';
import { clearable, optionalList } from '@order-hub/shared/optional';
import { z } from 'zod';
import { accountView } from '../accounts/account.schema.ts';
import { timezoneView } from '../timezone.view.ts';
import { locationDefaults } from './location.ts';
import { minutesSchema } from './settings/minutes.schema.ts';
import { orderAcceptanceView, orderAcceptanceSchema } from './settings/order-acceptance.schema.ts';

const slotsMax = 24;

const slot = z
  .object({
    from: clockTimeOrMidnight.describe('When it opens; on the next day if it also closes before the cut-off time.'),
    to: clockTimeOrMidnight.describe('When it closes; earlier than the cut-off time, it is on the next day.'),
  })
  .meta({ id: 'OpeningSlot', description: 'A time of a day during which the location is open, in local time.' });

const slotsView = z.array(slot);
/** A day that is left out or null has no slots. */
const daySlots = optionalList(slot, slotsMax);

/** Parsed to all days of the week, whichever were sent (docs/api/locations.md#opening-hours). */
const openingHoursSchema = z
  .object(
    {
      monday: daySlots.describe('The slots of Monday.'),
      tuesday: daySlots.describe('The slots of Tuesday.'),
      wednesday: daySlots.describe('The slots of Wednesday.'),
      thursday: daySlots.describe('The slots of Thursday.'),
      friday: daySlots.describe('The slots of Friday.'),
      saturday: daySlots.describe('The slots of Saturday.'),
      sunday: daySlots.describe('The slots of Sunday.'),
    },
    'must be an object with slots per weekday',
  )
  .meta({ id: 'OpeningHoursUpdate', description: 'The opening hours of a week. A day that is left out is closed.' });

const openingHoursView = z
  .object({
    monday: slotsView.describe('The slots of Monday.'),
    tuesday: slotsView.describe('The slots of Tuesday.'),
    wednesday: slotsView.describe('The slots of Wednesday.'),
    thursday: slotsView.describe('The slots of Thursday.'),
    friday: slotsView.describe('The slots of Friday.'),
    saturday: slotsView.describe('The slots of Saturday.'),
    sunday: slotsView.describe('The slots of Sunday.'),
  })
  .meta({ id: 'OpeningHours', description: 'The opening hours of a week (docs/api/locations.md#opening-hours).' });

/** The meaning of fields, sent and shown. */
const texts = {
  cutoff_time: 'The hours before this time of day belong to the evening before.',
  opening_hours: 'The opening hours of the week; null: not set.',
  preparation_time: 'The usual time of preparation, in minutes.',
  order_acceptance: 'How orders are taken at present.',
} as const;

/** Null resets a scalar to that of a new location and clears opening hours; it leaves the other objects alone. */
export const locationUpdate = z
  .object({
    cutoff_time: clearable(clockTime)
      .transform((time) => (time === null ? locationDefaults.cutoff_time : time))
      .describe(texts.cutoff_time),
    opening_hours: clearable(openingHoursSchema).describe(texts.opening_hours),
    preparation_time: clearable(minutesSchema)
      .transform((minutes) => (minutes === null ? locationDefaults.preparation_time : minutes))
      .describe(texts.preparation_time),
    order_acceptance: clearable(orderAcceptanceSchema)
      .transform((acceptance) => acceptance ?? undefined)
      .describe(texts.order_acceptance),
    custom_fields: clearable(customFieldsSchema)
      .transform((fields) => fields ?? undefined)
      .describe('The custom fields to set or, with null, to remove.'),
  })
  .meta({ id: 'LocationUpdate', description: 'What changes of a location. Other fields are ignored.' });

/** docs/api/locations.md#locations */
export const locationView = z
  .object({
    id: z.string().describe('The id of the location.'),
    name: z.string().describe('The name of the location.'),
    account: accountView.describe('The account that owns the location.'),
    address: z.string().nullable().describe('The address.'),
    postal_code: z.string().nullable().describe('The postal code.'),
    city: z.string().nullable().describe('The city.'),
    country: z.string().nullable().describe('The country.'),
    timezone: timezoneView.describe('The timezone of the location.'),
    cutoff_time: clockTime.describe(texts.cutoff_time),
    opening_hours: openingHoursView.nullable().describe(texts.opening_hours),
    preparation_time: z.int().describe(texts.preparation_time),
    order_acceptance: orderAcceptanceView.describe(texts.order_acceptance),
    custom_fields: customFieldsView.describe('The custom fields of the location.'),
  })
  .meta({ id: 'Location', description: 'A restaurant or shop.' });
