import type { Context } from '@order-hub/shared/caller';
import type { CustomerView } from '@order-hub/shared/customer';
import type { Database } from '@order-hub/shared/database';
import type { AskedCustomer, FoundCustomer } from '@order-hub/shared/customers-calls';
import { canSee } from '@order-hub/shared/placed-resource';
import { parseScope } from '@order-hub/shared/scopes';
import { findNamedCustomers } from './customer-record.store.ts';
import type { CustomerRecord } from './customer.ts';
import { customerText } from './customer.view.ts';

/** The customer as orders receives it; null unless the caller may see its list. */
function seenBy({ caller }: AskedCustomer, customer: CustomerRecord | undefined): FoundCustomer | null {
  const { location_id, customer_list_id, scope } = caller;
  const orderingCaller = { location_id, customer_list_id, catalog_id: null, scope: parseScope(scope) };
  if (!customer || !canSee(orderingCaller, 'customer_list', customer.list)) return null;
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
  return { found: asked.map((question, index) => seenBy(question, customers.get(index))) };
}
