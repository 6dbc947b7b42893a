import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Cause } from '@order-hub/shared/changes';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { customerUpdated } from './customer.events.ts';
import type { CustomerKey } from './customer.store.ts';
import { customerText } from './customer.view.ts';
import { findLockedCustomers, keyText, lockCustomers, type LockedCustomer } from './locked-customer.store.ts';

/** A change of one customer. */
type Changing = CustomerKey & { cause: Cause };

type Locked<Change> = Change & { list: CustomerList };

/** The message of a change; none when others see the same as before. */
function announced(
  { list, cause }: Locked<Changing>,
  before?: LockedCustomer,
  after?: LockedCustomer,
): OutgoingMessage[] {
  if (!before || !after || customerText({ list, customer: before }) === customerText({ list, customer: after }))
    return [];
  return [customerUpdated({ list, cause, private_refs: after.private_refs }, before, after)];
}

/**
 * Changes many customers, as change-locked-customer.ts does one: each is named once, and announced once when it differs.
 * `change` gets the changes of those that there are, with their lists.
 */
export async function changeLockedCustomers<Change extends Changing>(
  trx: Queryable,
  changes: readonly Change[],
  change: (locked: Locked<Change>[]) => Promise<unknown>,
): Promise<void> {
  const lists = await lockCustomers(trx, changes);
  const locked = changes.flatMap((one): Locked<Change>[] => {
    const list = lists.get(keyText(one));
    return list ? [{ ...one, list }] : [];
  });
  if (locked.length === 0) return;
  const before = await findLockedCustomers(trx, locked);
  await change(locked);
  const after = await findLockedCustomers(trx, locked);
  await record(trx, ...locked.flatMap((one) => announced(one, before.get(keyText(one)), after.get(keyText(one)))));
}
