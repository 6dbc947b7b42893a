import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { nameIsUsed } from './customer-list.ts';
import type { CustomerListCreate } from './customer-list.schema.ts';
import { insertCustomerList, isNameUsed, lockNames } from './customer-list.store.ts';
import { viewCustomerList } from './customer-list.view.ts';

type Place = { location_id?: string };

/** Creates a list of a location or, without one, of the account. Throws 422 when the name is used there. */
export async function createCustomerList(
  { db }: { db: Database },
  { caller, now }: Context,
  { location_id }: Place,
  { name }: CustomerListCreate,
) {
  const { id: account_id, currency } = caller.account;
  const place = location_id === undefined ? { location_id: null, timezone: 'UTC' } : locationOf(caller, location_id);
  const list = { account_id, id: newId(now), ...place, currency, name };
  await transaction(db, async (trx) => {
    await lockNames(trx, account_id);
    if (await isNameUsed(trx, list)) throw nameIsUsed();
    await insertCustomerList(trx, list);
  });
  return viewCustomerList(list);
}

const locationOf = ({ location }: Context['caller'], location_id: string) => ({
  location_id,
  timezone: location?.timezone ?? 'UTC',
});
