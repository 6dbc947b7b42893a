import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { record } from '@order-hub/shared/outbox';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import { privateRefIsUsed, updatedCustomer, withPrivateRef, type CustomerPath } from './customer.ts';
import { customerUpdates } from './customer.events.ts';
import type { CustomerBody } from './customer.schema.ts';
import { savePrivateRef, updateCustomerFields } from './customer.store.ts';
import { customerText } from './customer.view.ts';
import { lockCustomer } from './lock-customers.ts';

/** Updates those fields of a customer that the body has (docs/api/customers.md#customer-updates). Throws 404, 403 and 422. */
export function updateCustomer(
  { db }: { db: Database },
  ctx: Context,
  { customer_list_id, customer_id }: CustomerPath,
  { private_ref, ...update }: CustomerBody,
) {
  const { caller } = ctx;
  const { client_id, account } = caller;
  return transaction(db, async (trx) => {
    const list = await lockWritableListKeyShared(trx, caller, customer_list_id);
    const before = await lockCustomer(trx, list, customer_id);
    if (!before) throw notFound('Customer');
    const private_refs = withPrivateRef(before.private_refs, client_id, private_ref);
    const after = { ...updatedCustomer(before, update), private_refs };
    const key = { account_id: account.id, customer_list_id, customer_id };
    const isSaved = private_ref === undefined || (await savePrivateRef(trx, key, client_id, private_ref));
    if (!isSaved) throw privateRefIsUsed();
    if (after.fields !== before.fields) await updateCustomerFields(trx, key, after);
    await record(trx, ...customerUpdates(causeOf(ctx), before, after));
    const view = jsonText(customerText({ list, customer: after }, private_refs[client_id]));
    return rememberReply(trx, ctx, view, customer_id);
  });
}
