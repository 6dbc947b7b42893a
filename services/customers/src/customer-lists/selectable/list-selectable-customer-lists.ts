import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { SelectionPlace } from '@order-hub/shared/placed-resource';
import { listSelectableRows } from '@order-hub/shared/placed-resource-store';
import { customerListTable } from '../customer-list.store.ts';

/** The lists that a user can select for a connection of an account or location, and whether there are more. */
export const listSelectableCustomerLists = (
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: unknown,
  place: SelectionPlace,
) => listSelectableRows(db, customerListTable, place);
