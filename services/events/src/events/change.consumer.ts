import type { Message } from '@order-hub/shared/bus';
import type { Change } from '@order-hub/shared/contracts';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import {
  insertChanges,
  listForgotten,
  listSubscribers,
  type NewChange,
  type NewEvent,
  type SubscriberRow,
} from './change.store.ts';
import { customerOf, scrubState } from './customer-state.ts';
import { receives, type Subscriber } from './receivers.ts';

type Deps = { db: Database; wake: (connection_ids: readonly string[]) => void };
type Candidate = Omit<SubscriberRow, 'scope'> & Subscriber;

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

/** Connections share few scopes: each is read once per batch. */
function candidatesOf(rows: readonly SubscriberRow[]): Candidate[] {
  const scopes = new Map<string, Scope>();
  return rows.map((row) => {
    const scope = scopes.get(row.scope) ?? parseScope(row.scope);
    scopes.set(row.scope, scope);
    return { ...row, scope };
  });
}

/** What stays in order: the resource itself, by the first of its ids (`order_id`), or the whole body's ids for inventories. */
function resourceOf({ resource_type, ids }: Change): string {
  const own = ids[`${resource_type}_id`] ?? Object.values(ids).join(' ');
  return `${resource_type} ${own}`;
}

/** The events of a batch, in the order of its changes, and who gets them. */
function fanOut(messages: readonly Message<'change'>[], candidates: readonly Candidate[]) {
  const changes: NewChange[] = [];
  const events: NewEvent[] = [];
  const pushed = new Set<string>();
  for (const { id, body } of messages) {
    const receivers = candidates.filter((candidate) => receives(candidate, body));
    if (receivers.length === 0) continue;
    const resource = resourceOf(body);
    changes.push({ id, body, customer_id: customerOf(body) });
    for (const { callback_id, connection_id, active } of receivers) {
      events.push({ id: newId(), change_id: id, callback_id, resource });
      if (active) pushed.add(connection_id);
    }
  }
  return { changes, events, pushed: [...pushed] };
}

/** A change that was under way while its customer was anonymised must not bring the personal data back. */
async function withoutForgotten(db: Database, changes: readonly NewChange[]): Promise<NewChange[]> {
  const forgotten = await listForgotten(db, unique(changes.flatMap(({ customer_id }) => customer_id ?? [])));
  return changes.map((change) => {
    const { body, customer_id } = change;
    if (customer_id === null || !forgotten.has(customer_id)) return change;
    const scrub = (state: string | null) => state && scrubState(state, body.resource_type);
    return {
      ...change,
      body: { ...body, previous_state: scrub(body.previous_state), new_state: scrub(body.new_state) },
    };
  });
}

/**
 * Turns changes into events, one for each connection that may see the change and did not cause it (contract: Events).
 * Two statements for a batch, however many subscribers there are; a change heard twice makes its events once.
 */
export async function storeChanges({ db, wake }: Deps, messages: readonly Message<'change'>[]): Promise<void> {
  const subscribers = await listSubscribers(db, placesOf(messages));
  const { changes, events, pushed } = fanOut(messages, candidatesOf(subscribers));
  if (events.length === 0) return;
  await insertChanges(db, await withoutForgotten(db, changes), events);
  wake(pushed);
}
