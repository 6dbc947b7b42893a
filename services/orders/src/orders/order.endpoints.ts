import { largeAsBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { listCustomerOrders as customerOrdersCall } from '@order-hub/shared/customer-page-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { answerFor } from '@order-hub/shared/principal-call';
import * as searchCalls from '@order-hub/shared/order-search-calls';
import * as calls from '@order-hub/shared/orders-calls';
import { everyRole, ownerRole } from '@order-hub/shared/roles';
import { createOrder, type CreateOrderDeps } from './create-order.ts';
import { listBoardMarks } from './board/list-board-marks.ts';
import { retrieveBoard } from './board/retrieve-board.ts';
import { retrieveBoardOrder } from './board/retrieve-board-order.ts';
import { listCustomerOrders } from './listing/list-customer-orders.ts';
import { listOrders } from './listing/list-orders.ts';
import { lookUpOrder, lookUpOrders } from './look-up-order.ts';
import { orderExamples } from './order-examples.ts';
import { orderCreate, orderFilters, orderUpdate, orderView, updateConditions } from './order.schema.ts';
import { retrieveOrder } from './retrieve-order.ts';
import { exportOrders, searchOrders } from './searching/search-orders.ts';
import { updateOrder, type UpdateOrderDeps } from './update-order.ts';

type Deps = { db: Database };
type ReadDeps = Deps & { reads: LargeReads };

/** Create, update, retrieve and list orders (docs/api/orders.md#endpoints); for other services, an order's location and the boards. */
export const orderEndpoints = [
  endpoint('POST /locations/:location_id/orders', {
    summary: 'Create an order',
    name: 'createOrder',
    tag: 'Orders',
    description: 'Stores the order and announces it by the event order.create.',
    guide: 'docs/api/orders.md#create',
    examples: orderExamples.create,
    needs: 'orders.write',
    access: ['location', 'account'],
    body: largeAsBytes(orderCreate),
    reply: orderView,
    handle: ({ params, body }, ctx, deps: CreateOrderDeps) => createOrder(deps, ctx, params, body),
  }),
  endpoint('PATCH /locations/:location_id/orders/:order_id', {
    summary: 'Update an order',
    name: 'updateOrder',
    tag: 'Orders',
    description:
      'Updates the fields in the body. All or nothing: if one part is invalid, or the order has none of the statuses in `if_status`, nothing changes.',
    guide: 'docs/api/orders.md#update',
    examples: orderExamples.update,
    needs: 'orders.write',
    access: ['location', 'account'],
    roles: everyRole,
    alias: 'PUT',
    query: updateConditions,
    body: largeAsBytes(orderUpdate),
    reply: orderView,
    handle: ({ params, query, body }, ctx, deps: UpdateOrderDeps) =>
      updateOrder(deps, ctx, { ...params, ...query }, body),
  }),
  endpoint('GET /locations/:location_id/orders/:order_id', {
    summary: 'Retrieve an order',
    name: 'retrieveOrder',
    tag: 'Orders',
    description: 'Gives the order as your client may see it: a private ref of another client is null.',
    guide: 'docs/api/orders.md#retrieve',
    needs: 'orders.read',
    access: ['location', 'account'],
    roles: everyRole,
    reply: orderView,
    handle: ({ params }, ctx, deps: ReadDeps) => retrieveOrder(deps, ctx, params),
  }),
  endpoint('GET /locations/:location_id/orders', {
    summary: 'List the orders of a location',
    name: 'listOrders',
    tag: 'Orders',
    description: 'Oldest first. Several filters must all hold. A high load query.',
    guide: 'docs/api/orders.md#lists',
    needs: 'orders.read',
    access: ['location', 'account'],
    roles: everyRole,
    query: orderFilters,
    reply: orderView,
    handle: ({ params, query }, ctx, deps: ReadDeps) => listOrders(deps, ctx, params, query),
  }),
  endpoint('GET /accounts/:account_id/orders', {
    summary: 'List the orders of an account',
    name: 'listAccountOrders',
    tag: 'Orders',
    description: 'The orders of all locations, oldest first. Several filters must all hold. A high load query.',
    guide: 'docs/api/orders.md#lists',
    needs: 'orders.read',
    access: ['account'],
    roles: ownerRole,
    query: orderFilters,
    reply: orderView,
    handle: ({ query }, ctx, deps: ReadDeps) => listOrders(deps, ctx, {}, query),
  }),
  answerTo(calls.lookUpOrders, ({ body }, _ctx, { db }: Deps) => lookUpOrders({ db }, body)),
  answerTo(calls.lookUpOrder, ({ params, body }, ctx, deps: Deps) => lookUpOrder(deps, ctx, params, body)),
  answerFor(calls.retrieveBoard, retrieveBoard),
  answerFor(calls.retrieveBoardOrder, retrieveBoardOrder),
  answerTo(calls.listBoardMarks, ({ body }, ctx, deps: Deps) => listBoardMarks(deps, ctx, body)),
  answerFor(customerOrdersCall, listCustomerOrders),
  answerFor(searchCalls.searchOrders, searchOrders),
  answerFor(searchCalls.exportOrders, exportOrders),
];
