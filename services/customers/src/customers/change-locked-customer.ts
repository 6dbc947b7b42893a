import type { Cause } from '@order-hub/shared/resource-changed';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Customer } from './customer.ts';
import { customerUpdated } from './customer.events.ts';
import { findCustomerRow, findPrivateRefs, lockCustomerRow, type OwnCustomer } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/**
 * Changes a customer of a list, locked until the transaction ends: `change` writes to the customer's row, its private
 * refs, its cards. What others see of the customer is read before and after it, and announced when it differs. Returns
 * the customer afterwards, as the causing client sees it; undefined when there is no such customer.
 */
export async function changeLockedCustomer(
  trx: Queryable,
  { list, customer_id, cause }: { list: CustomerList; customer_id: string; cause: Cause },
  change: (before: Customer) => Promise<unknown>,
): Promise<OwnCustomer | undefined> {
  const key = { account_id: list.account_id, customer_list_id: list.id, customer_id };
  if (!(await lockCustomerRow(trx, key))) return undefined;
  const read = () => findCustomerRow(trx, key, cause.client_id ?? '');
  const before = await read();
  if (!before) return undefined;
  await change(before);
  const after = await read();
  if (!after) return undefined;
  if (customerText({ list, customer: before }) !== customerText({ list, customer: after })) {
    const private_refs = await findPrivateRefs(trx, key);
    await record(trx, customerUpdated({ list, cause, private_refs }, before, after));
  }
  return after;
}
