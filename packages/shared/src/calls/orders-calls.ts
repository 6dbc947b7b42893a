/** The calls that orders answers. */
import { z } from 'zod';
import { nameText } from '../values/texts.ts';
import { internalCall } from './internal-call.ts';

const text = z.string();

const nullableText = text.nullable();

/** An order as staff look for it. Times are local to the location, with offset. */
const latestOrder = z.object({
  id: text,
  status: text,
  ref: nullableText,
  collection_code: nullableText,
  service_type: nullableText,
  created_at: text,
  expected_time: nullableText,
  total: text,
  /** The number of items that are not deleted. */
  items: z.int(),
  customer_name: nullableText,
  /** Its origin, and the name of the client that created it. */
  channel: text,
  created_by: text,
});

/** The order that a loyalty operation names. */
export const lookUpOrder = internalCall('POST /internal/operation-orders', {
  summary: 'The location of the order that a loyalty operation names',
  to: 'orders',
  from: ['customers'],
  body: z.object({ account_id: nameText, order_id: nameText }),
  reply: z.object({ location_id: text }),
  unavailable: 'The order cannot be looked up at the moment; repeat the request',
});

/** The latest 50 orders of a location, newest first. */
export const listLatestOrders = internalCall('POST /internal/latest-orders', {
  summary: 'The latest orders of a location',
  to: 'orders',
  from: ['auth'],
  body: z.object({ account_id: nameText, location_id: nameText }),
  reply: z.object({ orders: z.array(latestOrder) }),
  unavailable: 'This cannot be shown at the moment; try again',
});
