import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { CustomerListPath } from './customer-list.ts';
import { viewCustomerList } from './customer-list.view.ts';
import { getCustomerList } from './find-customer-list.ts';

/** One list. Throws 404. */
export const retrieveCustomerList = async (
  { db }: { db: Database },
  { caller }: Context,
  { customer_list_id }: CustomerListPath,
) => viewCustomerList(await getCustomerList(db, caller, customer_list_id));
