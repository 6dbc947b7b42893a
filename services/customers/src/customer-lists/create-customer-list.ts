import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { assertRoom, takeName } from '@order-hub/shared/find-placed-resource';
import { newId } from '@order-hub/shared/ids';
import { newPlaceOf } from '@order-hub/shared/placed-resource';
import { insertPlacedRow } from '@order-hub/shared/placed-resource-store';
import { rememberReply } from '@order-hub/shared/remember-reply';
import type { CustomerList } from './customer-list.ts';
import type { CustomerListCreate } from './customer-list.schema.ts';
import { customerListTable } from './customer-list.store.ts';
import { viewCustomerList } from './customer-list.view.ts';

/** `listsMax`: per account. */
export type CreateListDeps = { db: Database; listsMax: number };

/** Stores a new list, and returns what `reply` makes of it. Throws 422 when the name is used there, or the account is full. */
export function addCustomerList<Reply>(
  { db, listsMax }: CreateListDeps,
  created: Omit<CustomerList, 'id'>,
  now: Date,
  reply: (trx: Queryable, list: CustomerList) => Promise<Reply> | Reply,
): Promise<Reply> {
  const list = { ...created, id: newId(now) };
  return transaction(db, async (trx) => {
    await takeName(trx, customerListTable, list);
    await assertRoom(trx, customerListTable, list.account_id, listsMax);
    await insertPlacedRow(trx, customerListTable, list);
    return reply(trx, list);
  });
}

/** Creates a list of a location or, without one, of the account. Throws 422 when the name is used there, or the account is full. */
export function createCustomerList(
  deps: CreateListDeps,
  ctx: Context,
  path: { location_id?: string },
  { name }: CustomerListCreate,
) {
  return addCustomerList(deps, { ...newPlaceOf(ctx.caller, path), name }, ctx.now, (trx, list) =>
    rememberReply(trx, ctx, viewCustomerList(list)),
  );
}
