import type { CustomerView } from '@order-hub/shared/customer';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { lookUpCustomer as call } from '@order-hub/shared/internal-calls';
import { parseScope } from '@order-hub/shared/scopes';
import type { z } from 'zod';
import { canSee } from '@order-hub/shared/placed-resource';
import { customerText } from './customer.view.ts';
import { findNamedCustomer, type CustomerName } from './named-customer.store.ts';

type Asked = z.output<typeof call.body>;

function nameOf({ customer_id, customer_list_id, private_ref }: Asked): CustomerName {
  if (customer_id !== undefined) return { customer_id };
  if (customer_list_id !== undefined && private_ref !== undefined) return { customer_list_id, private_ref };
  throw notFound('Customer');
}

/**
 * The customer that an order names (docs/api/orders.md#customers). Throws 404 also when the caller may not see the list:
 * a customer that is not seen is answered as one that does not exist.
 */
export async function lookUpCustomer({ db }: { db: Database }, asked: Asked) {
  const { account_id, client_id, location_id, customer_list_id, scope } = asked.caller;
  const caller = { location_id, catalog_id: null, customer_list_id, scope: parseScope(scope) };
  const found = await findNamedCustomer(db, account_id, client_id, nameOf(asked));
  if (!found || !canSee(caller, 'customer_list', found.list)) {
    throw notFound('Customer');
  }
  const { list, private_refs } = found;
  return { customer: JSON.parse(customerText({ list, customer: found })) as CustomerView, private_refs };
}
