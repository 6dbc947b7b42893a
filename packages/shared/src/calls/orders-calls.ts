/** The calls that orders answers. */
import { z } from 'zod';
import { nameText } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';
import { principalCall } from './principal-call.ts';

const text = z.string();

const nullableText = text.nullable();

/** An order as a person at a counter looks for it. Times are those of the location's clocks, with offset. */
const latestOrder = z.object({
  id: text,
  status: text,
  ref: nullableText,
  collection_code: nullableText,
  service_type: nullableText,
  created_at: text,
  expected_time: nullableText,
  total: text,
  /** How many items it has that are not deleted. */
  items: z.int(),
  customer_name: nullableText,
  /** Where it comes from, and the name of the client that created it. */
  channel: text,
  created_by: text,
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

/** The latest 50 orders of the location that the page is about, newest first. */
export const listLatestOrders = principalCall('GET /internal/latest-orders', {
  summary: 'The latest orders of a location',
  to: 'orders',
  principals: ['user'],
  reply: z.object({ orders: z.array(latestOrder) }),
});

export type LatestOrder = z.output<typeof latestOrder>;
