import type { Database } from '@order-hub/shared/database';
import { retrieveManagedAccount } from '../accounts/retrieve-managed-account.ts';
import type { Bindings } from '../connections/connection.ts';
import { retrieveOwnLocation } from '../locations/retrieve-own-location.ts';
import type { Place } from './place.ts';

/** The place that was selected, as it is now; null when none is. Throws 404 for one that is not the user's own. */
export async function retrievePlace(
  db: Database,
  user: { id: string; email: string },
  { location_id, account_id }: Pick<Bindings, 'location_id' | 'account_id'>,
): Promise<Place | null> {
  if (location_id !== null) {
    const location = await retrieveOwnLocation(db, user, location_id);
    const { account_name, name, suspended, currency, timezone } = location;
    return { account_id: location.account_id, account_name, location_id, name, suspended, currency, timezone };
  }
  if (account_id === null) return null;
  const principal = { kind: 'user', user, is_confirmed: false, place: null } as const;
  const { name, currency, suspended_at } = await retrieveManagedAccount({ db }, { principal }, { account_id });
  const suspended = suspended_at !== null;
  return { account_id, account_name: name, location_id: null, name, suspended, currency, timezone: 'UTC' };
}
