import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { setPrivateRef, type PrivateRefs } from '@order-hub/shared/private-ref';
import type { CustomersClient, FoundCustomer } from '../customers.client.ts';
import { anonymiseCustomer } from './anonymise-customer.ts';
import type { GuestCreate, OrderCustomer } from './customer.schema.ts';
import { isForgotten } from './forgotten-customer.store.ts';
import { draftOrder, type StoredOrder } from './order.ts';
import { orderCreated } from './order.events.ts';
import type { Order, OrderCreate } from './order.schema.ts';
import { insertOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

export type CreateOrderDeps = { db: Database; customers: CustomersClient };

/** A guest as the order shows it: the computed fields of a customer are there, empty. */
const guestCustomer = (guest: GuestCreate): OrderCustomer => ({
  id: null,
  customer_list_id: null,
  anonymised: false,
  private_ref: null,
  ...guest,
  custom_fields: {},
  created_at: null,
  nb_orders: null,
  order_total: null,
  first_order_date: null,
  last_order_date: null,
  loyalty_cards: [],
});

/** The customer whom the body names. Throws 422 naming the field when there is none. */
async function findOrderCustomer(
  customers: CustomersClient,
  ctx: Context,
  { customer_id, customer_list_id, customer_private_ref }: OrderCreate,
): Promise<FoundCustomer | null> {
  if (customer_id !== null) {
    const found = await customers.find(ctx, { customer_id });
    if (!found) throw invalid('customer_id', 'is not the id of a customer');
    return found;
  }
  if (customer_list_id === null || customer_private_ref === null) return null;
  const found = await customers.find(ctx, { customer_list_id, private_ref: customer_private_ref });
  if (!found) throw invalid('customer_private_ref', 'is not the private ref of a customer of this list');
  return found;
}

/** The refs of the order's elements, and those of its customer, which are shown in the same way. */
function withCustomerRefs(refs: PrivateRefs | null, found: FoundCustomer | null): PrivateRefs | null {
  const { customer, private_refs } = found ?? {};
  const id = customer?.id;
  if (!id) return refs;
  return Object.entries(private_refs ?? {}).reduce(
    (known, [client_id, ref]) => setPrivateRef(known, client_id, id, ref),
    refs,
  );
}

/** Stores an order and what tells of it in one statement. Gives the document that is stored. */
async function storeOrder(db: Queryable, { caller, now }: Context, { order, private_refs, timezone }: StoredOrder) {
  const { account, client_id } = caller;
  const { id: order_id, location_id } = order;
  const document = JSON.stringify(order);
  const facts = { account_id: account.id, location_id, order_id, timezone, client_id, now };
  const created = orderCreated(facts, { document, private_refs });
  await insertOrder(db, { account_id: account.id, order, document, private_refs, timezone }, created);
  return document;
}

/** The same for an order of a customer, who may have been anonymised since they were looked up. */
const storeCustomerOrder = (db: Database, ctx: Context, stored: StoredOrder, customer_id: string) =>
  transaction(db, async (trx) => {
    const isAnonymous = await isForgotten(trx, ctx.caller.account.id, customer_id);
    const order = isAnonymous ? anonymiseCustomer(stored.order) : stored.order;
    return storeOrder(trx, ctx, { ...stored, order });
  });

/** Places an order in a location: stored and announced together, or not at all. */
export async function createOrder(
  { db, customers }: CreateOrderDeps,
  ctx: Context,
  location_id: string,
  given: OrderCreate,
) {
  const found = await findOrderCustomer(customers, ctx, given);
  const guest = given.customer ? guestCustomer(given.customer) : null;
  const drafted = draftOrder(given, { ...orderPlace(ctx, location_id), customer: found?.customer ?? guest });
  const private_refs = withCustomerRefs(drafted.private_refs, found);
  const stored = { ...drafted, private_refs };
  const customer_id = drafted.order.customer?.id;
  const document = await (customer_id ? storeCustomerOrder(db, ctx, stored, customer_id) : storeOrder(db, ctx, stored));
  if (customer_id) await customers.attach(ctx, orderOfCustomer(drafted.order, customer_id));
  return viewOrder(document, private_refs?.[ctx.caller.client_id]);
}

function orderPlace({ caller, now }: Context, location_id: string) {
  return {
    location_id,
    timezone: caller.location?.timezone ?? 'UTC',
    currency: caller.account.currency,
    client_id: caller.client_id,
    client_name: caller.client_name,
    connection_name: caller.connection_name,
    now,
  };
}

/** What the customers service keeps of an order: whose it is, its total, and what it does to the loyalty cards. */
const orderOfCustomer = ({ id, location_id, created_at, total, loyalty_operations }: Order, customer_id: string) => ({
  order_id: id,
  location_id,
  created_at,
  total,
  loyalty_operations,
  customer_id,
});
