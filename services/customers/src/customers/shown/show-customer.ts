import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { CustomerView } from '@order-hub/shared/customer';
import { mayWrite } from '@order-hub/shared/placed-resource';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { getCustomerList } from '../../customer-lists/find-customer-list.ts';
import type { CustomerPath } from '../customer.ts';
import { findCustomerRow } from '../customer.store.ts';
import { customerText } from '../customer.view.ts';
import { isUsable, userContext } from './open-user-context.ts';

/** A customer for the page of a location, and whether the user may change it. Throws 404. */
export async function showCustomer({ db }: { db: Database }, ctx: PrincipalContext, path: CustomerPath) {
  const { caller } = userContext(ctx);
  const list = await getCustomerList(db, caller, path.customer_list_id);
  if (!isUsable(caller, list)) throw notFound('Customer list');
  const customer = await findCustomerRow(db, { account_id: list.account_id, ...path }, caller.client_id);
  if (!customer) throw notFound('Customer');
  return {
    customer: JSON.parse(customerText({ list, customer }, customer.own_ref)) as CustomerView,
    list: { id: list.id, name: list.name, is_account_list: list.location_id === null },
    may_write: mayWrite(caller, 'customer_list', list),
  };
}
