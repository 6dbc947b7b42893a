import type { Subscription } from '@order-hub/shared/bus';
import { transaction, type Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { Relay } from '@order-hub/shared/relay';
import { anonymiseCustomer } from './anonymise-customer.ts';
import { insertForgottenCustomer } from './forgotten-customer.store.ts';
import { orderUpdated } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { findOrdersToAnonymise, lockOrdersToAnonymise, updateAnonymisedOrders } from './order.store.ts';

type Deps = { db: Database; relay: Pick<Relay, 'wake'>; now: () => Date };
type ForgottenCustomer = { account_id: string; customer_id: string };

const batchSize = 100;

/** Anonymises the orders, each with its `order.update`; those that another run did meanwhile are left alone. */
function anonymiseOrders(db: Database, account_id: string, ids: readonly string[], now: Date): Promise<void> {
  return transaction(db, async (trx) => {
    const found = await lockOrdersToAnonymise(trx, account_id, ids);
    const anonymised = found.map((stored) => ({
      ...stored,
      document: JSON.stringify(anonymiseCustomer(JSON.parse(stored.document) as Order)),
    }));
    await updateAnonymisedOrders(trx, account_id, anonymised);
    const messages = anonymised.map(({ id: order_id, location_id, timezone, document, private_refs }) => {
      // The erased data must not live on in the event that tells of its erasure: both states are anonymised.
      const state = { document, private_refs };
      return orderUpdated({ account_id, location_id, order_id, timezone, client_id: null, now }, state, state);
    });
    await record(trx, ...messages);
  });
}

async function forgetCustomer({ db, relay, now }: Deps, { account_id, customer_id }: ForgottenCustomer) {
  await transaction(db, (trx) => insertForgottenCustomer(trx, account_id, customer_id));
  const nextBatch = () => findOrdersToAnonymise(db, account_id, customer_id, batchSize);
  // Until none is left: a batch that another run has just done says nothing about the ones behind it.
  for (let ids = await nextBatch(); ids.length > 0; ids = await nextBatch()) {
    await anonymiseOrders(db, account_id, ids, now());
    relay.wake();
  }
}

/**
 * A customer was anonymised: so are all of its orders (contract, "Anonymisation rules"). In batches, each a transaction;
 * a run that was cut short goes on where it stopped, because what is done is marked in the orders themselves.
 */
export const forgetCustomers = (deps: Deps): Subscription<'customer.anonymised'> => ({
  topics: ['customer.anonymised'],
  async handle(messages) {
    for (const { body } of messages) await forgetCustomer(deps, body);
  },
});
