/** A restaurant or shop of an account: what it is, and the rules of changing it. */
import { isDeepStrictEqual } from 'node:util';
import { mergeCustomFields, type CustomFields } from '@order-hub/shared/custom-fields';
import { invalid, invalidFields } from '@order-hub/shared/errors';
import type { Account } from '../accounts/account.ts';
import { openingHoursFaults, type OpeningHours } from './opening-hours.ts';

/** How a location accepts orders (docs/api/locations.md#order-acceptance). With `resume_at` null only an update changes it. */
export type OrderAcceptance =
  | { mode: 'normal' }
  | { mode: 'busy'; resume_at: Date | null; extra_preparation_time: number }
  | { mode: 'paused'; resume_at: Date | null; reason: string | null };

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

/** What the owner of the account may change of a location, on a page. */
export type Place = Pick<Location, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** A location of which nobody has said where it is. */
export const noPlace = { address: null, postal_code: null, city: null, country: null };

/** A new location; an update with null puts `cutoff_time` and `preparation_time` back to these. */
export const locationDefaults = {
  cutoff_time: '06:00',
  opening_hours: null,
  preparation_time: 15,
  order_acceptance: { mode: 'normal' },
  custom_fields: {},
} as const satisfies Partial<Location>;

/** What a client sent: absent fields stay as they are. */
export type LocationUpdate = {
  cutoff_time?: string | undefined;
  opening_hours?: OpeningHours | null | undefined;
  preparation_time?: number | undefined;
  order_acceptance?: OrderAcceptance | undefined;
  custom_fields?: CustomFields | undefined;
};

export const resumeAtOf = (acceptance: OrderAcceptance): Date | null =>
  acceptance.mode === 'normal' ? null : acceptance.resume_at;

/**
 * The location after an update. Throws 422 for opening hours that do not fit the cut-off time after the update, for a
 * `resume_at` in the past, and for custom fields over their limit.
 */
export function updatedLocation(location: Location, update: LocationUpdate, now: Date): Location {
  const { order_acceptance = location.order_acceptance, opening_hours = location.opening_hours } = update;
  const { cutoff_time = location.cutoff_time, preparation_time = location.preparation_time } = update;
  assertOpeningHours({ opening_hours, cutoff_time }, update);
  if (update.order_acceptance) assertResumesLater(update.order_acceptance, now);
  const custom_fields = mergeCustomFields(location.custom_fields, update.custom_fields ?? {});
  return { ...location, cutoff_time, opening_hours, preparation_time, order_acceptance, custom_fields };
}

/** What clients may change. */
export const settingsOf = ({
  cutoff_time,
  opening_hours,
  preparation_time,
  order_acceptance,
  custom_fields,
}: Location) => ({ cutoff_time, opening_hours, preparation_time, order_acceptance, custom_fields });

/** Whether two states of a location are the same to whoever reads it. */
export const isSameLocation = (before: Location, after: Location) => isDeepStrictEqual(before, after);

type Hours = Pick<Location, 'opening_hours' | 'cutoff_time'>;

function assertOpeningHours({ opening_hours, cutoff_time }: Hours, update: LocationUpdate): void {
  if (!opening_hours || (!update.opening_hours && update.cutoff_time === undefined)) return;
  const faults = openingHoursFaults(opening_hours, cutoff_time);
  const [first] = faults;
  if (!first) return;
  if (update.opening_hours) {
    throw invalidFields(
      faults.map(({ field, message }) => ({
        field: field === '' ? 'opening_hours' : `opening_hours.${field}`,
        message,
      })),
    );
  }
  throw invalid('cutoff_time', `does not fit the opening hours: ${first.field} ${first.message}`);
}

function assertResumesLater(acceptance: OrderAcceptance, now: Date): void {
  const resume_at = resumeAtOf(acceptance);
  if (resume_at && resume_at <= now) throw invalid('order_acceptance.resume_at', 'must be in the future');
}
