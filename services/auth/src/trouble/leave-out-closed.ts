import { silentAfterMs } from '@order-hub/shared/app-trouble';
import type { Database } from '@order-hub/shared/database';
import type { AppTrouble } from '@order-hub/shared/trouble-calls';
import { listSpeciallyClosed } from '../locations/special-days/list-specially-closed.ts';
import { isOpenAt } from '../locations/settings/opening-hours.ts';
import { listHours, type LocationHours } from './location-hours.store.ts';

type Located = Pick<AppTrouble, 'kind' | 'account_id' | 'location_id'>;

const isOf = ({ account_id, location_id }: Located, hours: LocationHours) =>
  account_id === hours.account_id && (location_id === null || location_id === hours.id);

const unique = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Those that are open, and have been for long enough to be heard from, by their opening hours and special days. */
async function listOpen(db: Database, locations: readonly LocationHours[], now: Date): Promise<LocationHours[]> {
  const before = new Date(now.getTime() - silentAfterMs);
  const open = locations.filter((location) => isOpenAt(location, now) && isOpenAt(location, before));
  const closed = await listSpeciallyClosed(db, open, [now, before]);
  return open.filter(({ id }) => !closed.has(id));
}

/**
 * Leaves out the apps that are silent while their location is closed, or has just opened: a till that is switched off overnight has no
 * trouble. An app of an account is silent as long as one of its locations is open.
 */
export async function leaveOutClosed<Trouble extends Located>(
  db: Database,
  trouble: readonly Trouble[],
  now: Date,
): Promise<Trouble[]> {
  const silent = trouble.filter(({ kind }) => kind === 'silent');
  if (silent.length === 0) return [...trouble];
  const locations = await listHours(db, {
    location_ids: unique(silent.map(({ location_id }) => location_id)),
    account_ids: unique(silent.map(({ account_id }) => account_id)),
    whole_accounts: unique(silent.flatMap(({ account_id, location_id }) => (location_id ? [] : [account_id]))),
  });
  const open = await listOpen(db, locations, now);
  return trouble.filter((one) => one.kind !== 'silent' || open.some((location) => isOf(one, location)));
}
