import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { getCustomerList } from '../customer-lists/find-customer-list.ts';
import type { CustomerPath } from './customer.ts';
import { findCustomerRow } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/** One customer of a list, as the calling client sees it. Throws 404. */
export async function retrieveCustomer({ db }: { db: Database }, { caller }: Context, path: CustomerPath) {
  const list = await getCustomerList(db, caller, path.customer_list_id);
  const customer = await findCustomerRow(db, { account_id: list.account_id, ...path }, caller.client_id);
  if (!customer) throw notFound('Customer');
  return jsonText(customerText({ list, customer }, customer.own_ref));
}
