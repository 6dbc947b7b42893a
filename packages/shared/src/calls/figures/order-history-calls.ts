/** The call about the timeline of an order, which events records from its changes. */
import { z } from 'zod';
import { everyRole } from '../../tokens/roles.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

/** ISO 8601 in UTC with milliseconds. */
const time = z.iso.datetime({ precision: 3 });

/**
 * A change of an order. `client_id` is null for what the hub did by itself; `client_name`: of the client that created the order, or of the
 * back office; null for others. `user_id`: of who did it through a page.
 * `from_status` is null for a new order. `fields`: the names of the other fields that changed, such as `confirmed_time`.
 */
const historyEntry = z.object({
  id: text,
  at: time,
  client_id: nullableText,
  client_name: nullableText,
  user_id: nullableText,
  from_status: nullableText,
  to_status: text,
  fields: z.array(text),
});

/** What became of an order of the page's location, oldest first, 400 entries at most; nothing of an order that is not known. */
export const listOrderHistory = principalCall('GET /internal/order-history/:order_id', {
  summary: 'What became of an order',
  to: 'events',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ entries: z.array(historyEntry) }),
});

export type OrderHistory = z.output<typeof listOrderHistory.reply>['entries'];
