import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Cause } from '@order-hub/shared/resource-changed';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Figures } from './customer.ts';
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
 * `change` gets the changes of those that there are, with their lists. It returns the figures of those customers
 * of which it has changed nothing else; the others are read again.
 */
export async function changeLockedCustomers<Change extends Changing>(
  trx: Queryable,
  changes: readonly Change[],
  change: (locked: Locked<Change>[]) => Promise<ReadonlyMap<Change, Figures>>,
): Promise<void> {
  const lists = await lockCustomers(trx, changes);
  const locked = changes.flatMap((one): Locked<Change>[] => {
    const list = lists.get(keyText(one));
    return list ? [{ ...one, list }] : [];
  });
  if (locked.length === 0) return;
  const before = await findLockedCustomers(trx, locked);
  const figures = await change(locked);
  const others = locked.filter((one) => !figures.has(one));
  const reread = others.length > 0 ? await findLockedCustomers(trx, others) : new Map<string, LockedCustomer>();
  const messages = locked.flatMap((one) => {
    const key = keyText(one);
    const was = before.get(key);
    const counted = figures.get(one);
    return announced(one, was, was && counted ? { ...was, ...counted } : reread.get(key));
  });
  await record(trx, ...messages);
}
