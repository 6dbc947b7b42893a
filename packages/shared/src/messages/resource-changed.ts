/** Makes the message that announces a change (contracts/change.ts). */
import type { Context } from '../tokens/caller.ts';
import { backOfficeClient } from '../tokens/user-caller.ts';
import type { PrivateRefs } from '../values/texts/private-ref.ts';
import type { MessageCause } from '../contracts/message-cause.ts';
import { changeKey, type Change, type ResourceType, type subscribableEvents } from '../contracts/change.ts';
import type { OutgoingMessage } from './bus/port.ts';
import { message } from './outbox.ts';

/** Where a resource is. Its events show times in `timezone`. */
export type ResourcePlace = { account_id: string; location_id: string | null; timezone: string };

/**
 * The client that caused a change, when, and by which request; `client_id` is null when the hub itself did. `user_id`: who did it through
 * a page.
 */
export type ChangeCause = MessageCause & { client_id: string | null; user_id?: string | null; now: Date };

type RequestFacts = Pick<Context<null>, 'now' | 'requestId' | 'traceparent'> & {
  caller: { client_id: string | null; user_id?: string } | null;
};

/** The user of a page; an app acts for itself, whoever let it in. */
const userOf = (caller: RequestFacts['caller']) =>
  caller?.client_id === backOfficeClient.id ? (caller.user_id ?? null) : null;

/** The cause of a change that a request makes. */
export const causeOf = ({ caller, now, requestId, traceparent }: RequestFacts): ChangeCause => ({
  client_id: caller?.client_id ?? null,
  user_id: userOf(caller),
  now,
  request_id: requestId,
  traceparent,
});

/** A resource before or after a change: the JSON text for all clients, and the private refs by client. */
export type ResourceState = { document: string; private_refs?: PrivateRefs | null };

type ResourceChange = {
  /** The id fields of the event, in their order. */
  ids: Record<string, string>;
  place: ResourcePlace;
  cause: ChangeCause;
  before?: ResourceState | null;
  after?: ResourceState | null;
  /** JSON text of the change, in place of the states (inventory). */
  state_change?: string | null;
  /** The customer whose personal data the states hold, or receivers of the event may repeat. */
  customer_id?: string | null;
};

const documentOf = (state: ResourceState | null) => state && state.document;
const refsOf = (state: ResourceState | null) => state?.private_refs ?? null;

/** The message for a change: `resourceChanged('order', 'update', { ids, place, cause, before, after })`. */
export function resourceChanged<Type extends ResourceType>(
  resource_type: Type,
  event_type: (typeof subscribableEvents)[Type][number],
  { ids, place, cause, before = null, after = null, state_change = null, customer_id = null }: ResourceChange,
): OutgoingMessage {
  const change: Change = {
    resource_type,
    event_type,
    created_at: cause.now.toISOString(),
    client_id: cause.client_id,
    user_id: cause.user_id ?? null,
    account_id: place.account_id,
    location_id: place.location_id,
    timezone: place.timezone,
    ids,
    customer_id,
    previous_state: documentOf(before),
    new_state: documentOf(after),
    previous_private_refs: refsOf(before),
    private_refs: refsOf(after),
    state_change,
  };
  return message('change', changeKey(place), change, cause);
}
