import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { record } from '@order-hub/shared/outbox';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import {
  privateRefIsUsed,
  updatedCustomer,
  withPrivateRef,
  type CustomerPath,
  type CustomerRecord,
} from './customer.ts';
import { customerUpdates } from './customer.events.ts';
import type { CustomerBody } from './customer.schema.ts';
import { savePrivateRef, updateCustomerFields } from './customer.store.ts';
import { customerText } from './customer.view.ts';
import { lockCustomer } from './lock-customers.ts';

/** Updates a locked customer, and announces what changed. Throws 422. */
export async function updateLockedCustomer(
  trx: Queryable,
  ctx: Context,
  before: CustomerRecord,
  { private_ref, ...update }: CustomerBody,
) {
  const { id: customer_id, list } = before;
  const { client_id } = ctx.caller;
  const private_refs = withPrivateRef(before.private_refs, client_id, private_ref);
  const after = { ...updatedCustomer(before, update), private_refs };
  const key = { account_id: list.account_id, customer_list_id: list.id, customer_id };
  const isSaved = private_ref === undefined || (await savePrivateRef(trx, key, client_id, private_ref));
  if (!isSaved) throw privateRefIsUsed();
  if (after.fields !== before.fields) await updateCustomerFields(trx, key, after);
  await record(trx, ...customerUpdates(causeOf(ctx), before, after));
  const view = jsonText(customerText({ list, customer: after }, private_refs[client_id]));
  return rememberReply(trx, ctx, view, customer_id);
}

/** A customer that the caller may write, locked until the transaction ends. Throws 404 and 403. */
export async function lockWritableCustomer(
  trx: Queryable,
  { caller }: Context,
  { customer_list_id, customer_id }: CustomerPath,
): Promise<CustomerRecord> {
  const list = await lockWritableListKeyShared(trx, caller, customer_list_id);
  const customer = await lockCustomer(trx, list, customer_id);
  if (!customer) throw notFound('Customer');
  return customer;
}

/** Updates those fields of a customer that the body has (docs/api/customers.md#customer-updates). Throws 404, 403 and 422. */
export const updateCustomer = ({ db }: { db: Database }, ctx: Context, path: CustomerPath, update: CustomerBody) =>
  transaction(db, async (trx) => updateLockedCustomer(trx, ctx, await lockWritableCustomer(trx, ctx, path), update));
