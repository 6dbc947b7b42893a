import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import { rememberReply } from '@order-hub/shared/remember-reply';
import type { Repeating } from '@order-hub/shared/repeating';
import { causeOf } from '@order-hub/shared/resource-changed';
import { lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import { insertAnonymised } from './anonymising/anonymised-customer.store.ts';
import { anonymisedCustomer, type CustomerPath } from './customer.ts';
import { customerAnonymised, customerUpdated } from './customer.events.ts';
import { updateCustomerFields } from './customer.store.ts';
import { lockCustomer } from './lock-customers.ts';

export type AnonymiseCustomerDeps = { db: Database; anonymising: Pick<Repeating, 'wake'> };

/**
 * Removes a customer's personal data for good (docs/api/customers.md#anonymisation), and announces it to the services that
 * have copies. A second time changes nothing. Throws 404 and 403.
 */
export async function anonymiseCustomer(
  { db, anonymising }: AnonymiseCustomerDeps,
  ctx: Context,
  { customer_list_id, customer_id }: CustomerPath,
) {
  const { caller } = ctx;
  const { client_id, account } = caller;
  const reply = await transaction(db, async (trx) => {
    const list = await lockWritableListKeyShared(trx, caller, customer_list_id);
    const customer = await lockCustomer(trx, list, customer_id);
    if (!customer) throw notFound('Customer');
    if (customer.anonymised) return rememberReply(trx, ctx, {});
    const after = anonymisedCustomer(customer);
    const key = { account_id: account.id, customer_list_id, customer_id };
    await updateCustomerFields(trx, key, after);
    await insertAnonymised(trx, [customer_id]);
    // Both states of the event are anonymised: it must not hold the personal data either.
    const cause = causeOf(ctx);
    const announced = customerAnonymised({ ...key, client_id, list_deleted: false }, cause);
    await record(trx, customerUpdated(cause, after, after), announced);
    return rememberReply(trx, ctx, {});
  });
  anonymising.wake();
  return reply;
}
