import type { Queryable } from '@order-hub/shared/database';
import type { OpeningHours } from '../locations/settings/opening-hours.ts';

export type LocationHours = {
  id: string;
  account_id: string;
  timezone: string;
  cutoff_time: string;
  opening_hours: OpeningHours | null;
};

type Places = { location_ids: readonly string[]; account_ids: readonly string[]; whole_accounts: readonly string[] };

/** When these locations of the accounts are open, and all locations of those in `whole_accounts`. */
export async function listHours(
  db: Queryable,
  { location_ids, account_ids, whole_accounts }: Places,
): Promise<LocationHours[]> {
  const { rows } = await db.query<Omit<LocationHours, 'opening_hours'> & { opening_hours: string | null }>({
    name: 'list-hours',
    text: `select l.id, l.account_id, l.timezone, l.cutoff_time, l.opening_hours from locations l
           where l.account_id = any ($1) and (l.id = any ($2) or l.account_id = any ($3))`,
    values: [account_ids, location_ids, whole_accounts],
  });
  return rows.map((row) => ({
    ...row,
    opening_hours: row.opening_hours === null ? null : (JSON.parse(row.opening_hours) as OpeningHours),
  }));
}
