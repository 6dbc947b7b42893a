/** What the figures and the timeline keep of an order's change: nothing of the customer, and no text of a person. */
import type { Change } from '@order-hub/shared/change';
import { wishedTime } from '@order-hub/shared/late-orders';
import { computedMoney } from '@order-hub/shared/money';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

/**
 * An order as it counts. `total` is an exact decimal; `day` and `hour` are those of the location's clocks when the order came. `expected_at`:
 * when its driver comes for it, else when its customer wants it.
 */
export type OrderFacts = {
  account_id: string;
  order_id: string;
  location_id: string;
  day: string;
  hour: string;
  channel: string;
  service_type: string | null;
  status: string;
  total: string;
  currency: string;
  created_at: string;
  expected_at: string | null;
  confirmed_at: string | null;
  changed_at: string;
  /** The id of the message. */
  version: string;
};

/** `fields`: the names of the fields that changed; `from_status` is null for a new order. */
export type HistoryEntry = {
  account_id: string;
  order_id: string;
  id: string;
  at: string;
  client_id: string | null;
  client_name: string | null;
  user_id: string | null;
  from_status: string | null;
  to_status: string;
  fields: string[];
};

/** What counts of a state. A state of a later release may lack it; then the order counts nowhere. */
const countedState = z.object({
  created_at: timeSchema,
  channel: z.string(),
  status: z.string(),
  service_type: z.string().nullable(),
  total: computedMoney,
  expected_time: timeSchema.nullable(),
  expected_time_pickup: timeSchema.nullable().default(null),
  confirmed_time: timeSchema.nullable(),
});

/** The facts of an order in this state; undefined when the state lacks some of them. */
export function orderFacts(body: Change, state: unknown, version: string): OrderFacts | undefined {
  const { account_id, location_id, created_at: changed_at } = body;
  const { order_id } = body.ids;
  const { data } = countedState.safeParse(state);
  if (!data || !order_id || !location_id) return undefined;
  const { created_at, channel, service_type, status } = data;
  const [total = '', currency = ''] = data.total.split(' ');
  // The document shows its times as the location's clocks do: 2026-11-26T12:10:00+01:00
  const [day, hour] = [created_at.slice(0, 10), created_at.slice(11, 13)];
  return {
    ...{ account_id, order_id, location_id, day, hour, channel, service_type, status, total, currency, created_at },
    ...{ expected_at: wishedTime(data), confirmed_at: data.confirmed_time, changed_at, version },
  };
}

/** The order after a later change: it stays in the hour in which it came, though its location may have moved to another timezone. */
const withLater = ({ day, hour, channel }: OrderFacts, later: OrderFacts): OrderFacts => ({
  ...later,
  day,
  hour,
  channel,
});

/** The orders after all these changes, in the order of their keys: every statement locks their rows in that order. */
export function lastOfEach(facts: readonly OrderFacts[]): OrderFacts[] {
  const last = new Map<string, OrderFacts>();
  for (const one of facts.toSorted((a, b) => (a.version < b.version ? -1 : 1))) {
    const key = `${one.account_id} ${one.order_id}`;
    const earlier = last.get(key);
    last.set(key, earlier ? withLater(earlier, one) : one);
  }
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
