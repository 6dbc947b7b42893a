/** A location, a restaurant or shop of an account, and the rules of its updates. */
import { isDeepStrictEqual } from 'node:util';
import { mergeCustomFields, type CustomFields } from '@order-hub/shared/custom-fields';
import { invalid, invalidFields } from '@order-hub/shared/errors';
import type { Account } from '../accounts/account.ts';
import { openingHoursFaults, type OpeningHours } from './settings/opening-hours.ts';
import { assertResumesLater, type OrderAcceptance } from './settings/order-acceptance.ts';

/** `timezone` is an IANA name, `cutoff_time` is `HH:mm`, `preparation_time` is in minutes. */
export type Location = {
  id: string;
  name: string;
  account: Account;
  address: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  timezone: string;
  cutoff_time: string;
  opening_hours: OpeningHours | null;
  preparation_time: number;
  order_acceptance: OrderAcceptance;
  custom_fields: CustomFields;
};

/** What the owner of the account sets; clients set the rest. */
export type LocationDetails = Pick<Location, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** The address of a location whose owner gave only a name. */
export const noAddress = { address: null, postal_code: null, city: null, country: null };

/** The settings of a new location. An update with null resets `cutoff_time` and `preparation_time` to these. */
export const locationDefaults = {
  cutoff_time: '06:00',
  opening_hours: null,
  preparation_time: 15,
  order_acceptance: { mode: 'normal' },
  custom_fields: {},
} as const satisfies Partial<Location>;

/** What a client sent; absent fields stay as they are. */
export type LocationUpdate = {
  cutoff_time?: string | undefined;
  opening_hours?: OpeningHours | null | undefined;
  preparation_time?: number | undefined;
  order_acceptance?: OrderAcceptance | undefined;
  custom_fields?: CustomFields | undefined;
};

/**
 * The location after an update. Throws 422 for opening hours that do not fit the new cut-off time, a `resume_at` in the
 * past, and custom fields over their limit.
 */
export function updatedLocation(location: Location, update: LocationUpdate, now: Date): Location {
  const { order_acceptance = location.order_acceptance, opening_hours = location.opening_hours } = update;
  const { cutoff_time = location.cutoff_time, preparation_time = location.preparation_time } = update;
  assertOpeningHours({ opening_hours, cutoff_time }, update);
  if (update.order_acceptance) assertResumesLater(update.order_acceptance, now);
  const custom_fields = mergeCustomFields(location.custom_fields, update.custom_fields ?? {});
  return { ...location, cutoff_time, opening_hours, preparation_time, order_acceptance, custom_fields };
}

/** What clients may update. */
export const settingsOf = ({
  cutoff_time,
  opening_hours,
  preparation_time,
  order_acceptance,
  custom_fields,
}: Location) => ({ cutoff_time, opening_hours, preparation_time, order_acceptance, custom_fields });

/** Whether an update changes nothing. */
export const isSameLocation = (before: Location, after: Location) => isDeepStrictEqual(before, after);

/** Whether an update leaves alone when the location is open. */
export const hasSameHours = (before: Location, after: Location) =>
  before.cutoff_time === after.cutoff_time && isDeepStrictEqual(before.opening_hours, after.opening_hours);

type Hours = Pick<Location, 'opening_hours' | 'cutoff_time'>;

function assertOpeningHours({ opening_hours, cutoff_time }: Hours, update: LocationUpdate): void {
  if (!opening_hours || (!update.opening_hours && update.cutoff_time === undefined)) return;
  const faults = openingHoursFaults(opening_hours, cutoff_time);
  const [first] = faults;
  if (!first) return;
  if (update.opening_hours) {
    throw invalidFields(
      faults.map(({ field, ...fault }) => ({
        field: field === '' ? 'opening_hours' : `opening_hours.${field}`,
        ...fault,
      })),
    );
  }
  throw invalid('cutoff_time', 'inconsistent', `does not fit the opening hours: ${first.field} ${first.message}`);
}
