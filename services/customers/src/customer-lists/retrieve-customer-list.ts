import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { viewCustomerList } from './customer-list.view.ts';
import { getCustomerList } from './find-customer-list.ts';

type Path = { customer_list_id: string };

/** One list. Throws 404. */
export const retrieveCustomerList = async ({ db }: { db: Database }, { caller }: Context, path: Path) =>
  viewCustomerList(await getCustomerList(db, caller, path.customer_list_id));
