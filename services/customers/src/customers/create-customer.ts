import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { jsonText } from '@order-hub/shared/json';
import { assertWithinQuota } from '@order-hub/shared/quota';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import type { CustomerListPath } from '../customer-lists/customer-list.ts';
import { lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import { newCustomer, privateRefIsUsed, withPrivateRef } from './customer.ts';
import { customerCreated } from './customer.events.ts';
import type { CustomerBody } from './customer.schema.ts';
import { insertCustomer, savePrivateRef } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/** `customersMax`: per account. */
export type CreateCustomerDeps = { db: Database; customersMax: number };

/** Adds a customer to a list. Throws 404 and 403 (the list), and 422. */
export function createCustomer(
  { db, customersMax }: CreateCustomerDeps,
  ctx: Context,
  { customer_list_id }: CustomerListPath,
  { private_ref = null, ...fields }: CustomerBody,
) {
  const { caller, now } = ctx;
  const { client_id } = caller;
  return transaction(db, async (trx) => {
    const list = await lockWritableListKeyShared(trx, caller, customer_list_id);
    const private_refs = withPrivateRef({}, client_id, private_ref);
    const customer = { ...newCustomer(newId(now), fields), list, private_refs };
    const key = { account_id: list.account_id, customer_list_id, customer_id: customer.id };
    const isSaved = private_ref === null || (await savePrivateRef(trx, key, client_id, private_ref));
    if (!isSaved) throw privateRefIsUsed();
    const count = await insertCustomer(trx, list, customer, customerCreated(causeOf(ctx), customer));
    assertWithinQuota('customers_of_an_account', customersMax, count);
    return rememberReply(trx, ctx, jsonText(customerText({ list, customer }, private_ref)), customer.id);
  });
}
