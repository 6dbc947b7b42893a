import type { Database } from '@order-hub/shared/database';
import type { NewSelectable } from '@order-hub/shared/selectables';
import { addCustomerList } from './add-customer-list.ts';

/** Creates a list, which a user then selects. Throws 422 when the name is used there. */
export async function createSelectableCustomerList({ db }: { db: Database }, given: NewSelectable, now: Date) {
  const { id, name, location_id } = await addCustomerList(db, given, now);
  return { id, name, location_id };
}
