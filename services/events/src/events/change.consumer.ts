import { anonymisedChange } from '@order-hub/shared/anonymised-change';
import type { Message } from '@order-hub/shared/bus';
import type { Change } from '@order-hub/shared/change';
import { consumer } from '@order-hub/shared/consumer';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { recordOrders } from '../order-figures/record-orders.ts';
import { visibilityOf } from '../visibility/visibility.ts';
import { findAnonymised } from './anonymising/anonymised-customer.store.ts';
import { insertChanges, listSubscribers, type NewChange, type NewEvent, type SubscriberRow } from './change.store.ts';
import { newEventId } from './event.ts';
import { receives, type Subscriber } from './receivers.ts';

type Deps = { wake: (connection_ids: readonly string[]) => void; now: () => Date; orderFigureDays: number };
type Candidate = SubscriberRow & Subscriber;

const unique = (values: readonly string[]) => [...new Set(values)];

/** Where the changes of a batch happened, and of which types they are. */
function originsOf(messages: readonly Message<'change'>[]) {
  const bodies = messages.map(({ body }) => body);
  return {
    account_ids: unique(bodies.map((body) => body.account_id)),
    location_ids: unique(bodies.flatMap((body) => body.location_id ?? [])),
    whole_account_ids: unique(bodies.flatMap((body) => (body.location_id === null ? body.account_id : []))),
    event_types: unique(bodies.map((body) => `${body.resource_type}.${body.event_type}`)),
  };
}

/** Parses each scope once per batch, as many connections share few scopes. */
function candidatesOf(rows: readonly SubscriberRow[]): Candidate[] {
  const scopes = new Map<string, Scope>();
  return rows.map((row) => {
    const scope = scopes.get(row.scope) ?? parseScope(row.scope);
    scopes.set(row.scope, scope);
    return { ...row, visibility: visibilityOf({ ...row, scope }) };
  });
}

/** The key by which events are pushed in order: the resource's own id (`order_id`). An inventory has none, so all its ids. */
function resourceOf({ resource_type, ids }: Change): string {
  const own = ids[`${resource_type}_id`] ?? Object.values(ids).join(' ');
  return `${resource_type} ${own}`;
}

/** The changes that have receivers, and one event for each of those. `pushed` are the receivers with an active callback. */
function fanOut(messages: readonly Message<'change'>[], candidates: readonly Candidate[], now: Date) {
  const changes: NewChange[] = [];
  const events: NewEvent[] = [];
  const pushed = new Set<string>();
  for (const { body, request_id, traceparent } of messages) {
    const receivers = candidates.filter((candidate) => receives(candidate, body));
    if (receivers.length === 0) continue;
    const resource = resourceOf(body);
    // Not the id of the message, which may be of last year: its partition may have been dropped.
    const id = newId(now);
    changes.push({ id, body, request_id, traceparent });
    for (const { callback_id, connection_id, active } of receivers) {
      const event = { change_id: id, callback_id, account_id: body.account_id, resource };
      events.push({ id: newEventId(connection_id, now), ...event });
      if (active) pushed.add(connection_id);
    }
  }
  return { changes, events, pushed: [...pushed] };
}

/** A change that was on its way while its customer was anonymised must not bring back personal data. */
async function withoutAnonymised(trx: Queryable, changes: readonly NewChange[]): Promise<NewChange[]> {
  const anonymised = await findAnonymised(trx, unique(changes.flatMap(({ body }) => body.customer_id ?? [])));
  if (anonymised.size === 0) return [...changes];
  const isAnonymised = ({ customer_id }: Change) => customer_id !== null && anonymised.has(customer_id);
  return changes.map(({ body, ...change }) => ({
    ...change,
    body: isAnonymised(body) ? anonymisedChange(body) : body,
  }));
}

/**
 * Turns changes into events, one for each connection that may see the change and did not cause it
 * (docs/api/events.md#receivers). Records what happened to orders. Takes at most six statements per batch,
 * whatever the number of subscribers.
 */
export const storeChanges = consumer('change', async (messages, { wake, now, orderFigureDays }: Deps, trx) => {
  const subscribers = await listSubscribers(trx, originsOf(messages));
  const { changes, events, pushed } = fanOut(messages, candidatesOf(subscribers), now());
  if (events.length > 0) await insertChanges(trx, await withoutAnonymised(trx, changes), events);
  // Last, because all orders of an hour share a row.
  await recordOrders(trx, messages, { now: now(), orderFigureDays });
  if (events.length === 0) return undefined;
  return () => wake(pushed);
});
