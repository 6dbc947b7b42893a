import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { noRequest } from '@order-hub/shared/message-cause';
import { record } from '@order-hub/shared/outbox';
import { anonymisedOrder } from '@order-hub/shared/personal-fields';
import type { Relay } from '@order-hub/shared/relay';
import type { AnonymisedCustomer } from '../../customers/order-customer.ts';
import { orderUpdated } from '../order.events.ts';
import { currentRow } from '../rows/order-row.ts';
import type { Order } from '../order.schema.ts';
import { findOrdersToAnonymise, lockOrdersToAnonymise, updateAnonymisedOrders } from '../order.store.ts';

type Deps = { db: Database; relay: Pick<Relay, 'wake'>; now: () => Date };
type FoundOrder = Awaited<ReturnType<typeof findOrdersToAnonymise>>[number];
type LockedOrder = Awaited<ReturnType<typeof lockOrdersToAnonymise>>[number];

const batchSize = 100;

/** The row without personal data, as it would be stored now. */
function anonymisedRow({ id, location_id, moved_to, ...row }: LockedOrder) {
  const current = currentRow(row, moved_to ?? row.timezone);
  const document = JSON.stringify(anonymisedOrder(JSON.parse(current.document) as Order));
  return { ...current, id, location_id, document };
}

type AnonymisedRow = ReturnType<typeof anonymisedRow>;

/** Both states are anonymised: the event must not hold the personal data either. */
function anonymisedMessage({ account_id, customer_id, client_id }: AnonymisedCustomer, row: AnonymisedRow, now: Date) {
  const { id: order_id, location_id, timezone } = row;
  const cause = { client_id, now, ...noRequest };
  return orderUpdated({ account_id, location_id, order_id, timezone, cause, customer_id }, row, row);
}

/** The customer of each order to anonymise, by the order's id; by account, in an order that keeps two processes from deadlock. */
function byAccount(found: readonly FoundOrder[], customers: readonly AnonymisedCustomer[]) {
  const accounts = new Map<string, Map<string, AnonymisedCustomer>>();
  for (const account_id of found.map((order) => order.account_id).sort()) accounts.set(account_id, new Map());
  for (const { account_id, customer_id, id } of found) {
    const customer = customers.find((key) => key.account_id === account_id && key.customer_id === customer_id);
    if (customer) accounts.get(account_id)?.set(id, customer);
  }
  return accounts;
}

/**
 * Anonymises orders of an account, except those that another process has anonymised meanwhile. Announces those of customers
 * who are anonymised alone: deleting a list makes no event.
 */
async function anonymiseAll(trx: Queryable, account_id: string, owners: Map<string, AnonymisedCustomer>, now: Date) {
  const rows = (await lockOrdersToAnonymise(trx, account_id, [...owners.keys()])).map(anonymisedRow);
  await updateAnonymisedOrders(trx, account_id, rows);
  const messages = rows.flatMap((row) => {
    const customer = owners.get(row.id);
    return customer && !customer.list_deleted ? [anonymisedMessage(customer, row, now)] : [];
  });
  await record(trx, ...messages);
}

/**
 * Anonymises a batch of some customers' orders with ids above `after` (docs/api/orders.md#anonymisation), and announces
 * what has an `order.update`. Returns the last id; null when no order was left.
 */
export async function anonymiseOrders(
  { db, relay, now }: Deps,
  customers: readonly AnonymisedCustomer[],
  after: string,
): Promise<string | null> {
  const found = await findOrdersToAnonymise(db, customers, { after, count: batchSize });
  if (found.length === 0) return null;
  await transaction(db, async (trx) => {
    for (const [account_id, owners] of byAccount(found, customers)) await anonymiseAll(trx, account_id, owners, now());
  });
  relay.wake();
  return found.at(-1)?.id ?? null;
}
