/** What became of an order, as one row of entries. Pure. */
import type { OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import { timeOfId } from '@order-hub/shared/ids';
import type { OrderHistory } from '@order-hub/shared/order-history-calls';
import type { FoundTimeline } from './find-timeline.ts';

/** An app, a person, somebody through the back office, or the hub by itself; null: an app whose name is not known. */
export type Actor = { name: string } | 'back office' | 'hub' | null;

export type TimelineEntry =
  { at: Date; actor: Actor; change: OrderHistory[number] } | { at: Date; actor: Actor; attempt: OrderAttempt };

type Names = ReadonlyMap<string, string>;
type NamesOf = { clients: Names; users: Names };

const named = (name: string | null | undefined): Actor => (name ? { name } : null);

function actorOf(
  { client_id, client_name, user_id }: OrderHistory[number],
  { clients, users }: NamesOf,
  backOfficeId: string,
): Actor {
  if (client_id === null) return 'hub';
  if (client_id === backOfficeId) return named(users.get(user_id ?? '')) ?? 'back office';
  return named(clients.get(client_id) ?? client_name);
}

/** Changes, and pushes of them, oldest first. `backOfficeId`: the client that users change orders with. */
export function timelineOf({ history, attempts, apps, users }: FoundTimeline, backOfficeId: string): TimelineEntry[] {
  const names = { clients: new Map(apps.map(({ client_id, client_name }) => [client_id, client_name])), users };
  const connections = new Map(apps.map(({ connection_id, client_name }) => [connection_id, client_name]));
  const changes = (history ?? []).map((change) => ({
    at: new Date(change.at),
    actor: actorOf(change, names, backOfficeId),
    change,
  }));
  const pushes = (attempts ?? []).map((attempt) => ({
    // To the millisecond: a push follows its change in the same second.
    at: timeOfId(attempt.id),
    actor: named(connections.get(attempt.connection_id)),
    attempt,
  }));
  return [...changes, ...pushes].sort((one, other) => one.at.getTime() - other.at.getTime());
}

const namedFields = [
  ...['confirmed_time', 'expected_time', 'seller_notes', 'customer_notes', 'collection_code'],
  ...['items', 'discounts', 'charges', 'payments', 'total', 'customer', 'delivery'],
] as const;

type NamedField = (typeof namedFields)[number];

/** Fields that have a name on the page, and whether there are others. */
export function changedFields(fields: readonly string[]): { known: NamedField[]; hasOthers: boolean } {
  const known = namedFields.filter((field) => fields.includes(field));
  return { known, hasOthers: known.length < fields.length };
}
