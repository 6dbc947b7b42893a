import { showCustomer } from '@order-hub/shared/customer-page-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';

/** The ids in the path of a customer's pages. */
type CustomerIds = { location_id: string; customer_list_id: string; customer_id: string };

/** What the pages about one customer load. Throws 404. */
export async function findCustomer(askFor: AskFor, visit: OnBehalf, ids: CustomerIds) {
  const { customer_list_id, customer_id } = ids;
  return { ids, found: await askFor(showCustomer, visit, { params: { customer_list_id, customer_id } }) };
}
