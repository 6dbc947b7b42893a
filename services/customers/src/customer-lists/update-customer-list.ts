import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { takeName } from '@order-hub/shared/find-placed-resource';
import { assertMayUpdate } from '@order-hub/shared/placed-resource';
import { rememberReply } from '@order-hub/shared/remember-reply';
import type { CustomerListPath } from './customer-list.ts';
import type { CustomerListCreate } from './customer-list.schema.ts';
import { customerListTable, updateCustomerListRow } from './customer-list.store.ts';
import { viewCustomerList } from './customer-list.view.ts';
import { lockCustomerList } from './find-customer-list.ts';

/** Renames a list. Throws 404, 401 or 403, and 422 when the name is used. */
export function updateCustomerList(
  { db }: { db: Database },
  ctx: Context,
  { customer_list_id }: CustomerListPath,
  { name }: CustomerListCreate,
) {
  const { caller } = ctx;
  return transaction(db, async (trx) => {
    const list = await lockCustomerList(trx, caller, customer_list_id);
    assertMayUpdate(caller, 'customer_list', list);
    const renamed = { ...list, name };
    if (name !== list.name) {
      await takeName(trx, customerListTable, renamed);
      await updateCustomerListRow(trx, renamed);
    }
    return rememberReply(trx, ctx, viewCustomerList(renamed));
  });
}
