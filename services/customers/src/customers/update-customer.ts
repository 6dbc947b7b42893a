import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { getWritableList } from '../customer-lists/find-customer-list.ts';
import { changeLockedCustomer } from './change-locked-customer.ts';
import { privateRefIsUsed, updatedCustomer, type CustomerPath } from './customer.ts';
import type { CustomerBody } from './customer.schema.ts';
import { savePrivateRef, updateCustomerFields } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/** Updates the fields of a customer that the body has (docs/api/customers.md#customer-updates). Throws 404, 403 and 422. */
export function updateCustomer(
  { db }: { db: Database },
  { caller, now }: Context,
  { customer_list_id, customer_id }: CustomerPath,
  { private_ref, ...given }: CustomerBody,
) {
  const { client_id, account } = caller;
  return transaction(db, async (trx) => {
    const list = await getWritableList(trx, caller, customer_list_id);
    const key = { account_id: account.id, customer_list_id, customer_id };
    const customer = await changeLockedCustomer(
      trx,
      { list, customer_id, cause: { client_id, now } },
      async (before) => {
        const isKept = private_ref === undefined || (await savePrivateRef(trx, key, client_id, private_ref));
        if (!isKept) throw privateRefIsUsed();
        const after = updatedCustomer(before, given);
        if (after.fields !== before.fields) await updateCustomerFields(trx, key, after);
      },
    );
    if (!customer) throw notFound('Customer');
    return jsonText(customerText({ list, customer }, customer.own_ref));
  });
}
