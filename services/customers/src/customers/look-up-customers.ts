import type { CustomerView } from '@order-hub/shared/customer';
import type { Database } from '@order-hub/shared/database';
import type { AskedCustomer, FoundCustomer } from '@order-hub/shared/customers-calls';
import { canSee } from '@order-hub/shared/placed-resource';
import { parseScope } from '@order-hub/shared/scopes';
import { customerText } from './customer.view.ts';
import { findNamedCustomers, type NamedCustomer } from './named-customer.store.ts';

/** A customer who is found, when the caller may see the list: one that is not seen is as one that does not exist. */
function seenBy({ caller }: AskedCustomer, found: NamedCustomer | undefined): FoundCustomer | null {
  const { location_id, customer_list_id, scope } = caller;
  const asking = { location_id, customer_list_id, catalog_id: null, scope: parseScope(scope) };
  if (!found || !canSee(asking, 'customer_list', found.list)) return null;
  const { list, private_refs } = found;
  return { customer: JSON.parse(customerText({ list, customer: found })) as CustomerView, private_refs };
}

/** The customers that orders name (docs/api/orders.md#customers), in their order; null for those that there are not. */
export async function lookUpCustomers({ db }: { db: Database }, asked: readonly AskedCustomer[]) {
  const named = await findNamedCustomers(
    db,
    asked.map(({ caller: { account_id, client_id }, ...name }) => ({ account_id, client_id, ...name })),
  );
  return { found: asked.map((one, place) => seenBy(one, named.get(place))) };
}
