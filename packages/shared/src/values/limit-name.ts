/** The limits that refuse requests, as the metrics name them (docs/metrics.md#limits). Never part of a request: few. */

/** Limits of one client, account, user or address, which gets 429. */
type LimitOfClients =
  | 'requests_per_minute'
  | 'requests_per_hour'
  | 'requests_per_day'
  | 'high_load_queries'
  | 'unknown_tokens'
  | 'page_requests'
  | 'cost'
  | 'concurrent_requests'
  | 'requests_to_a_service'
  | 'request_bodies'
  | 'unread_responses'
  | 'attempts'
  | 'held_log_ins'
  | 'forms'
  | 'exports'
  | 'test_events';

/** Limits of all together: whoever comes too late gets 503. */
type LimitOfTheHub =
  | 'connections_to_a_service'
  | 'room_for_bodies'
  | 'large_responses'
  | 'order_searches'
  | 'large_orders'
  | 'large_bodies'
  | 'uploads'
  | 'writes'
  | 'log_ins';

export type LimitName = LimitOfClients | LimitOfTheHub | `quota_${string}`;
