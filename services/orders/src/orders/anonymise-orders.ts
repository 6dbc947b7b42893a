/**
 * A customer was anonymised: so are all of its orders (docs/api/orders.md#anonymisation). The consumer only marks the
 * customer; this loop then anonymises the orders in batches, each a transaction. A run that was cut short goes on where it
 * stopped, because what is done is marked in the orders themselves, and the customer only when none is left.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import { withoutCustomerData } from '@order-hub/shared/personal-fields';
import type { Relay } from '@order-hub/shared/relay';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { listUnfinishedCustomers, updateFinishedCustomer, type ForgottenCustomer } from './forgotten-customer.store.ts';
import { orderUpdated } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { findOrdersToAnonymise, lockOrdersToAnonymise, updateAnonymisedOrders } from './order.store.ts';

type Deps = { db: Database; relay: Pick<Relay, 'wake'>; now: () => Date; log: Log };

const batchSize = 100;
const everyMs = 10_000;

/** Anonymises the orders, each with its `order.update`; those that another run did meanwhile are left alone. */
function anonymiseOrders(db: Database, account_id: string, ids: readonly string[], now: Date): Promise<void> {
  return transaction(db, async (trx) => {
    const found = await lockOrdersToAnonymise(trx, account_id, ids);
    const anonymised = found.map((stored) => ({
      ...stored,
      document: JSON.stringify(withoutCustomerData(JSON.parse(stored.document) as Order)),
    }));
    await updateAnonymisedOrders(trx, account_id, anonymised);
    const cause = { client_id: null, now };
    const messages = anonymised.map(({ id: order_id, location_id, timezone, customer_id, document, private_refs }) => {
      // The erased data must not live on in the event that tells of its erasure: both states are anonymised.
      const state = { document, private_refs };
      return orderUpdated({ account_id, location_id, order_id, timezone, cause, customer_id }, state, state);
    });
    await record(trx, ...messages);
  });
}

async function anonymiseOrdersOf({ db, relay, now }: Deps, customer: ForgottenCustomer): Promise<void> {
  const { account_id, customer_id } = customer;
  const nextBatch = () => findOrdersToAnonymise(db, account_id, customer_id, batchSize);
  // Until none is left: a batch that another run has just done says nothing about the ones behind it.
  for (let ids = await nextBatch(); ids.length > 0; ids = await nextBatch()) {
    await anonymiseOrders(db, account_id, ids, now());
    relay.wake();
  }
  await updateFinishedCustomer(db, customer, now());
}

/** Anonymises the orders of marked customers: at once when woken, and whatever an earlier process left undone. */
export const startAnonymising = (deps: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (const customer of await listUnfinishedCustomers(deps.db)) {
        if (!signal.aborted) await anonymiseOrdersOf(deps, customer);
      }
    },
    everyMs,
    log: deps.log,
    messages: { failing: 'orders cannot be anonymised at the moment', well: 'orders are anonymised again' },
  });
