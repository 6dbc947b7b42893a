import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { addCustomerList } from './add-customer-list.ts';
import type { CustomerListCreate } from './customer-list.schema.ts';
import { viewCustomerList } from './customer-list.view.ts';

type Path = { location_id?: string };

/** Creates a list of a location or, without one, of the account. Throws 422 when the name is used there. */
export async function createCustomerList(
  { db }: { db: Database },
  { caller, now }: Context,
  { location_id }: Path,
  { name }: CustomerListCreate,
) {
  const { id: account_id, currency } = caller.account;
  const place = location_id === undefined ? { location_id: null, timezone: 'UTC' } : locationOf(caller, location_id);
  return viewCustomerList(await addCustomerList(db, { account_id, ...place, currency, name }, now));
}

const locationOf = ({ location }: Context['caller'], location_id: string) => ({
  location_id,
  timezone: location?.timezone ?? 'UTC',
});
