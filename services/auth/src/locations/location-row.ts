import type { CustomFields } from '@order-hub/shared/custom-fields';
import type { Location } from './location.ts';
import type { OpeningHours } from './settings/opening-hours.ts';
import type { OrderAcceptance } from './settings/order-acceptance.ts';

/** What clients set of a location, as a row has it: documents are JSON text, and `resume_at` has a column. */
export type SettingsRow = {
  cutoff_time: string;
  opening_hours: string | null;
  preparation_time: number;
  order_acceptance: string;
  resume_at: Date | null;
};

export type LocationRow = Omit<Location, 'account' | 'custom_fields' | keyof SettingsRow> &
  SettingsRow & { account_id: string; account_name: string; currency: string; custom_fields: string };

export function settingsFromRow({ order_acceptance, resume_at, ...row }: SettingsRow) {
  const { cutoff_time, opening_hours, preparation_time } = row;
  const acceptance = JSON.parse(order_acceptance) as OrderAcceptance;
  return {
    cutoff_time,
    opening_hours: opening_hours === null ? null : (JSON.parse(opening_hours) as OpeningHours),
    preparation_time,
    order_acceptance: acceptance.mode === 'normal' ? acceptance : { ...acceptance, resume_at },
  };
}

export function locationFromRow({
  account_id,
  account_name,
  currency,
  resume_at,
  id,
  name,
  ...row
}: LocationRow): Location {
  return {
    id,
    name,
    account: { id: account_id, name: account_name, currency },
    ...row,
    ...settingsFromRow({ ...row, resume_at }),
    custom_fields: JSON.parse(row.custom_fields) as CustomFields,
  };
}
