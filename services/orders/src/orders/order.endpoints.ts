import type { AccountCaller, Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { createOrder, type CreateOrderDeps } from './create-order.ts';
import { orderCreate, orderFilters, orderUpdate, orderView, type OrderFilters } from './order.schema.ts';
import { findOrder, listOrders, type ListScope } from './order.store.ts';
import { updateOrder } from './update-order.ts';
import { viewOrder } from './order.view.ts';

type Deps = { db: Database };

const keyOf = ({ account }: AccountCaller, { location_id, order_id }: { location_id: string; order_id: string }) => ({
  account_id: account.id,
  location_id,
  order_id,
});

async function list({ db }: Deps, { caller }: Context, place: Pick<ListScope, 'location_id'>, query: OrderFilters) {
  const { account, client_id } = caller;
  const { items, next } = await listOrders(db, { account_id: account.id, client_id, ...place }, query);
  return { items: items.map(({ document, own_refs }) => viewOrder(document, own_refs)), next };
}

/** Create, update, retrieve and list orders (docs/api/orders.md#endpoints). */
export const orderEndpoints = [
  endpoint('POST /locations/:location_id/orders', {
    summary: 'Create an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    body: orderCreate,
    reply: orderView,
    handle: ({ params, body }, ctx, deps: CreateOrderDeps) => createOrder(deps, ctx, params.location_id, body),
  }),
  endpoint('PATCH /locations/:location_id/orders/:order_id', {
    summary: 'Update an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    alias: 'PUT',
    body: orderUpdate,
    reply: orderView,
    handle: ({ params, body }, ctx, deps: Deps) => updateOrder(deps, ctx, keyOf(ctx.caller, params), body),
  }),
  endpoint('GET /locations/:location_id/orders/:order_id', {
    summary: 'Retrieve an order',
    needs: 'orders.read',
    access: ['location', 'account'],
    reply: orderView,
    async handle({ params }, { caller }, { db }: Deps) {
      const found = await findOrder(db, keyOf(caller, params), caller.client_id);
      if (!found) throw notFound('Order');
      return viewOrder(found.document, found.own_refs);
    },
  }),
  endpoint('GET /locations/:location_id/orders', {
    summary: 'List the orders of a location',
    needs: 'orders.read',
    access: ['location', 'account'],
    query: orderFilters,
    reply: orderView,
    handle: ({ params: { location_id }, query }, ctx, deps: Deps) => list(deps, ctx, { location_id }, query),
  }),
  endpoint('GET /accounts/:account_id/orders', {
    summary: 'List the orders of an account',
    needs: 'orders.read',
    access: ['account'],
    query: orderFilters,
    reply: orderView,
    handle: ({ query }, ctx, deps: Deps) => list(deps, ctx, {}, query),
  }),
];
