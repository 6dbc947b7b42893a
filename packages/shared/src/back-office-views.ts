/** What the back office shows of other services' data, as they answer auth (internal-calls.ts). */
import { z } from 'zod';

const text = z.string();
const nullableText = text.nullable();
/** ISO 8601 in UTC with milliseconds. */
const time = z.iso.datetime({ precision: 3 });

/** An order as a person at a counter looks for it. Times are those of the location's clocks, with offset. */
export const latestOrder = z.object({
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

/** How the last POST to a callback ended. `status` is null when there was no answer; then `reason` says why. */
const lastAttempt = z.object({
  at: time,
  outcome: z.enum(['acknowledged', 'failed']),
  status: z.int().nullable(),
  reason: nullableText,
});

/** What became of a connection's callback. Without one `callback` is null. */
export const connectionDeliveries = z.object({
  connection_id: text,
  callback: z
    .object({
      /** Without its query, which may hold a secret of the client. Null: events wait to be listed. */
      url: nullableText,
      /** What it subscribes to, such as `order.create`. */
      events: z.array(text),
      created_at: time,
      updated_at: time,
    })
    .nullable(),
  /** Counted up to 1,000: then there are so many or more. */
  waiting: z.int(),
  oldest_waiting_at: time.nullable(),
  last_attempt: lastAttempt.nullable(),
});

/** An event that waits for a connection, or was given up. */
export const waitingEvent = z.object({
  id: text,
  connection_id: text,
  /** Such as `order.create`. */
  type: text,
  resource_id: text,
  created_at: time,
  /** How often it was posted, or is being posted. */
  attempts: z.int(),
  /** Null when no attempt is planned: it waits to be listed, an attempt is under way, or it was given up. */
  next_attempt_at: time.nullable(),
  /** When the last attempt had failed. */
  given_up_at: time.nullable(),
});
