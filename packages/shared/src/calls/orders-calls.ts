/** The calls that orders answers. */
import { z } from 'zod';
import { everyRole } from '../tokens/roles.ts';
import { nameText } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';
import { principalCall } from './principal-call.ts';

const text = z.string();

const nullableText = text.nullable();

const notes = nullableText;

const boardOption = z.object({
  list: text,
  name: text,
  quantity: z.int(),
  is_removed: z.boolean(),
});

/** `quantity`: a decimal. `deal`: the name of the deal that it is part of. `subtotal`: null for the kitchen. */
const boardItem = z.object({
  name: text,
  sku: nullableText,
  quantity: text,
  subset: nullableText,
  notes,
  deal: nullableText,
  options: z.array(boardOption),
  subtotal: nullableText,
});

const amount = z.object({ name: nullableText, amount: text });

/** What the order costs. `due`: the total minus the payments. */
const boardMoney = z.object({
  total: text,
  due: text,
  charges: z.array(amount),
  discounts: z.array(amount),
  payments: z.array(amount),
});

/** Who ordered. `address`: line by line. */
const boardCustomer = z.object({
  name: nullableText,
  phone: nullableText,
  phone_access_code: nullableText,
  address: z.array(text),
  delivery_notes: notes,
});

const boardDelivery = z.object({
  carrier: text,
  status: text,
  driver: nullableText,
  driver_phone: nullableText,
  estimated_pickup_at: nullableText,
});

/**
 * An order as people in a kitchen need it. Times are those of the location's clocks, with offset. `more_items`: how many items
 * are left out. `money` and `customer` are null for those who may not see them.
 */
const boardOrder = z.object({
  id: text,
  status: text,
  ref: nullableText,
  collection_code: nullableText,
  channel: text,
  service_type: nullableText,
  created_at: text,
  expected_time: nullableText,
  expected_time_pickup: nullableText,
  confirmed_time: nullableText,
  asap: z.boolean().nullable(),
  customer_notes: notes,
  seller_notes: notes,
  items: z.array(boardItem),
  more_items: z.int(),
  money: boardMoney.nullable(),
  customer: boardCustomer.nullable(),
  delivery: boardDelivery.nullable(),
});

/** The order that a loyalty operation names. */
export const lookUpOrder = internalCall('POST /internal/operation-orders', {
  summary: 'Where the order is that a loyalty operation names',
  to: 'orders',
  from: ['customers'],
  body: z.object({ account_id: nameText, order_id: nameText }),
  reply: z.object({ location_id: text }),
  unavailable: 'The order cannot be looked up at the moment; repeat the request',
});

/** Whether orders belong to a location, or with `location_id` null to an account. */
export const lookUpOrders = internalCall('POST /internal/orders-of-place', {
  summary: 'Whether a location or an account has orders',
  to: 'orders',
  from: ['auth'],
  body: z.object({ account_id: nameText, location_id: nameText.nullable() }),
  reply: z.object({ has_orders: z.boolean() }),
  unavailable: 'The orders cannot be looked up at the moment; repeat the request',
});

/** The orders of the location that the page is about: open ones, and those that were just completed. `has_more`: not all of them. */
export const retrieveBoard = principalCall('GET /internal/board', {
  summary: 'The orders of a location that matter now',
  to: 'orders',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ orders: z.array(boardOrder), has_more: z.boolean() }),
});

/** An order of the location that the page is about, as the board shows it; also one that is not on the board any more. */
export const retrieveBoardOrder = principalCall('GET /internal/board-orders/:order_id', {
  summary: 'An order of a location, as the board shows it',
  to: 'orders',
  principals: ['user'],
  roles: everyRole,
  reply: boardOrder,
});

/** How many boards one call may ask about. */
export const boardMarksMax = 500;

/** Which boards have changed: a mark for each, in their order, that differs when the board does. */
export const listBoardMarks = internalCall('POST /internal/board-marks', {
  summary: 'Marks that tell which boards have changed',
  to: 'orders',
  from: ['back-office'],
  body: z.object({
    boards: z.array(z.object({ account_id: nameText, location_id: nameText })).max(boardMarksMax),
  }),
  reply: z.object({ marks: z.array(text) }),
  unavailable: 'The orders cannot be looked up at the moment',
});

export type BoardItem = z.output<typeof boardItem>;
export type BoardMoney = z.output<typeof boardMoney>;
export type BoardCustomer = z.output<typeof boardCustomer>;
export type BoardOrder = z.output<typeof boardOrder>;
export type Board = z.output<typeof retrieveBoard.reply>;
