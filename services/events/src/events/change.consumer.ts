import { anonymisedChange } from '@order-hub/shared/anonymised-change';
import type { Message } from '@order-hub/shared/bus';
import type { Change } from '@order-hub/shared/change';
import { consumer } from '@order-hub/shared/consumer';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { findAnonymised } from './anonymised-customer.store.ts';
import { insertChanges, listSubscribers, type NewChange, type NewEvent, type SubscriberRow } from './change.store.ts';
import { receives, sightOf, type Subscriber } from './receivers.ts';

type Deps = { wake: (connection_ids: readonly string[]) => void };
type Candidate = SubscriberRow & Subscriber;

const unique = (values: readonly string[]) => [...new Set(values)];

function placesOf(messages: readonly Message<'change'>[]) {
  const bodies = messages.map(({ body }) => body);
  return {
    account_ids: unique(bodies.map((body) => body.account_id)),
    location_ids: unique(bodies.flatMap((body) => body.location_id ?? [])),
    whole_account_ids: unique(bodies.flatMap((body) => (body.location_id === null ? body.account_id : []))),
    kinds: unique(bodies.map((body) => `${body.resource_type}.${body.event_type}`)),
  };
}

/** Many connections share few scopes: each is parsed once per batch. */
function candidatesOf(rows: readonly SubscriberRow[]): Candidate[] {
  const scopes = new Map<string, Scope>();
  return rows.map((row) => {
    const scope = scopes.get(row.scope) ?? parseScope(row.scope);
    scopes.set(row.scope, scope);
    return { ...row, sight: sightOf({ ...row, scope }) };
  });
}

/** The key of what is pushed in order: the resource's own id (`order_id`); an inventory has none, so all of its ids. */
function resourceOf({ resource_type, ids }: Change): string {
  const own = ids[`${resource_type}_id`] ?? Object.values(ids).join(' ');
  return `${resource_type} ${own}`;
}

/** The events of a batch, in the order of its changes; `pushed` are the connections with an active callback among the receivers. */
function fanOut(messages: readonly Message<'change'>[], candidates: readonly Candidate[]) {
  const changes: NewChange[] = [];
  const events: NewEvent[] = [];
  const pushed = new Set<string>();
  for (const { id, body } of messages) {
    const receivers = candidates.filter((candidate) => receives(candidate, body));
    if (receivers.length === 0) continue;
    const resource = resourceOf(body);
    changes.push({ id, body });
    for (const { callback_id, connection_id, active } of receivers) {
      events.push({ id: newId(), change_id: id, callback_id, resource });
      if (active) pushed.add(connection_id);
    }
  }
  return { changes, events, pushed: [...pushed] };
}

/** A change that was sent before its customer was anonymised must not bring the personal data back. */
async function withoutAnonymised(trx: Queryable, changes: readonly NewChange[]): Promise<NewChange[]> {
  const anonymised = await findAnonymised(trx, unique(changes.flatMap(({ body }) => body.customer_id ?? [])));
  if (anonymised.size === 0) return [...changes];
  const isAnonymised = ({ customer_id }: Change) => customer_id !== null && anonymised.has(customer_id);
  return changes.map(({ id, body }) => ({ id, body: isAnonymised(body) ? anonymisedChange(body) : body }));
}

/**
 * Turns changes into events, one for each connection that may see the change and did not cause it
 * (docs/api/events.md#receivers). Two statements for a batch, however many subscribers there are.
 */
export const storeChanges = consumer('change', async (messages, { wake }: Deps, trx) => {
  const subscribers = await listSubscribers(trx, placesOf(messages));
  const { changes, events, pushed } = fanOut(messages, candidatesOf(subscribers));
  if (events.length === 0) return undefined;
  await insertChanges(trx, await withoutAnonymised(trx, changes), events);
  return () => wake(pushed);
});
