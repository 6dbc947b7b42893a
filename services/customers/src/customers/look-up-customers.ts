import type { Context } from '@order-hub/shared/caller';
import type { CustomerView } from '@order-hub/shared/customer';
import type { Database } from '@order-hub/shared/database';
import type { AskedCustomer, FoundCustomer } from '@order-hub/shared/customers-calls';
import { canSee } from '@order-hub/shared/placed-resource';
import { parseScope } from '@order-hub/shared/scopes';
import { findNamedCustomers } from './customer-record.store.ts';
import type { CustomerRecord } from './customer.ts';
import { customerText } from './customer.view.ts';

/** Whether the order is for another location than the list, which only its own location may see. */
const isElsewhere = ({ location_id }: AskedCustomer, { list }: CustomerRecord) =>
  location_id !== undefined && list.location_id !== null && list.location_id !== location_id;

/** Whether the caller may see the list of the customer. */
function seesListOf({ caller }: AskedCustomer, { list }: CustomerRecord): boolean {
  const { location_id, customer_list_id, scope } = caller;
  const orderingCaller = { location_id, customer_list_id, catalog_id: null, scope: parseScope(scope) };
  return canSee(orderingCaller, 'customer_list', list);
}

/** The customer as orders receives it; null unless the caller may name it in this location. */
function namedBy(asked: AskedCustomer, customer: CustomerRecord | undefined): FoundCustomer | null {
  if (!customer || isElsewhere(asked, customer) || !seesListOf(asked, customer)) return null;
  const { list, private_refs } = customer;
  return { customer: JSON.parse(customerText({ list, customer })) as CustomerView, private_refs };
}

/** The customers that orders name (docs/api/orders.md#customers), in the order asked; null for each that is not found. */
export async function lookUpCustomers(
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: unknown,
  { asked }: { asked: readonly AskedCustomer[] },
) {
  const customers = await findNamedCustomers(
    db,
    asked.map(({ caller: { account_id, client_id }, ...name }) => ({ account_id, client_id, ...name })),
  );
  return { found: asked.map((question, index) => namedBy(question, customers.get(index))) };
}
