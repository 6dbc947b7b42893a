/** Changes without personal data (docs/api/customers.md#anonymisation), as events store them and as messages carry them. */
import type { Change, ResourceType } from './change.ts';
import { anonymisedCustomer, anonymisedOrder, type Anonymisable } from '../values/texts/personal-fields.ts';
import { parseJson } from '../values/json.ts';

type ChangeStates = Pick<Change, 'resource_type' | 'previous_state' | 'new_state'>;

/** A state (JSON text) without the customer's personal data; null for a resource that this release does not know. */
function anonymisedState(text: string, resource_type: ResourceType): string | null {
  // A delivery says nothing of its customer.
  if (resource_type === 'delivery') return text;
  const state = parseJson(text);
  if (resource_type === 'order') return JSON.stringify(anonymisedOrder(state as { customer: Anonymisable | null }));
  return resource_type === 'customer' ? JSON.stringify(anonymisedCustomer(state as Anonymisable)) : null;
}

/** The change without personal data. */
export function anonymisedChange<Stored extends ChangeStates>(change: Stored): Stored {
  const { resource_type, previous_state, new_state } = change;
  return {
    ...change,
    previous_state: previous_state && anonymisedState(previous_state, resource_type),
    new_state: new_state && anonymisedState(new_state, resource_type),
  };
}

/** The customer whose personal data the body of a `change` message (JSON text) holds; null for none. */
export const customerOfBody = (body: string): string | null =>
  (parseJson(body) as Partial<Change> | null)?.customer_id ?? null;

/** The body of a `change` message without personal data. Throws for a body that is not a change. */
export const anonymisedBody = (body: string): string => JSON.stringify(anonymisedChange(parseJson(body) as Change));
