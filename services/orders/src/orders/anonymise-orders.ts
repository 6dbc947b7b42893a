/**
 * Anonymises the orders of anonymised customers (docs/api/orders.md#anonymisation). The consumer only marks the customer;
 * this loop anonymises the orders in batches, each in one transaction. It marks each order with it, and the customer when
 * no order is left: a run that was interrupted continues where it stopped.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import { scrubOutbox } from '@order-hub/shared/outbox-scrubbing';
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

/** Anonymises the orders, each with its `order.update`; leaves out those that another run has done meanwhile. */
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
      // The event must not hold the erased data either: both of its states are anonymised.
      const state = { document, private_refs };
      return orderUpdated({ account_id, location_id, order_id, timezone, cause, customer_id }, state, state);
    });
    await record(trx, ...messages);
  });
}

async function anonymiseOrdersOf({ db, relay, now }: Deps, customer: ForgottenCustomer): Promise<void> {
  const { account_id, customer_id } = customer;
  const nextBatch = () => findOrdersToAnonymise(db, account_id, customer_id, batchSize);
  // Until none is left: that another run has just done this batch says nothing about the next one.
  for (let ids = await nextBatch(); ids.length > 0; ids = await nextBatch()) {
    await anonymiseOrders(db, account_id, ids, now());
    relay.wake();
  }
  // Messages of these orders that wait to be sent, or were parked. No later one holds the customer's data.
  await scrubOutbox(db, [customer_id]);
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
