import type { Subscription } from '@order-hub/shared/bus';
import { transaction, type Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { Relay } from '@order-hub/shared/relay';
import { anonymiseCustomer } from './anonymise-customer.ts';
import { orderUpdated } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { lockOrdersToAnonymise, updateAnonymisedOrders } from './order.store.ts';

type Deps = { db: Database; relay: Pick<Relay, 'wake'> };

const batchSize = 100;

/** Anonymises one batch of a customer's orders, each with its `order.update`; tells how many there were. */
function anonymiseBatch(db: Database, account_id: string, customer_id: string): Promise<number> {
  return transaction(db, async (trx) => {
    const found = await lockOrdersToAnonymise(trx, account_id, customer_id, batchSize);
    const now = new Date();
    const changed = found.map((stored) => ({
      ...stored,
      document: JSON.stringify(anonymiseCustomer(JSON.parse(stored.document) as Order)),
    }));
    await updateAnonymisedOrders(trx, account_id, changed);
    const messages = changed.map(({ id: order_id, document, location_id, timezone, private_refs }) => {
      // The erased data must not live on in the event that tells of its erasure: both states are anonymised.
      const state = { document, private_refs };
      return orderUpdated({ account_id, location_id, order_id, timezone, client_id: null, now }, state, state);
    });
    await record(trx, ...messages);
    return found.length;
  });
}

/**
 * A customer was anonymised: so are all of its orders (contract, "Anonymisation rules"). In batches, each a transaction;
 * a run that was cut short goes on where it stopped, because what is done is marked in the orders themselves.
 */
export const forgetCustomers = ({ db, relay }: Deps): Subscription<'customer.anonymised'> => ({
  topics: ['customer.anonymised'],
  async handle(messages) {
    for (const { body } of messages) {
      let done = batchSize;
      while (done === batchSize) {
        done = await anonymiseBatch(db, body.account_id, body.customer_id);
        relay.wake();
      }
    }
  },
});
