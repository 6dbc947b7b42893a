/** Changes without personal data (docs/api/customers.md#anonymisation), wherever one is kept: as an event or as a message. */
import type { Change, ResourceType } from './change.ts';
import { withoutCustomerData, withoutPersonalData, type Anonymisable } from '../values/personal-fields.ts';

type Scrubbable = Pick<Change, 'resource_type' | 'previous_state' | 'new_state'>;

/** A state (JSON text) without the customer's personal data. Nothing is left of one that is unknown here. */
function scrubbedState(text: string, resource_type: ResourceType): string | null {
  const state: unknown = JSON.parse(text);
  if (resource_type === 'order') return JSON.stringify(withoutCustomerData(state as { customer: Anonymisable | null }));
  return resource_type === 'customer' ? JSON.stringify(withoutPersonalData(state as Anonymisable)) : null;
}

/** A change with personal data, without it. */
export function scrubbedChange<Kept extends Scrubbable>(change: Kept): Kept {
  const { resource_type, previous_state, new_state } = change;
  return {
    ...change,
    previous_state: previous_state && scrubbedState(previous_state, resource_type),
    new_state: new_state && scrubbedState(new_state, resource_type),
  };
}

/** Whose personal data the body of a `change` message (JSON text) holds; null when nobody's. */
export const customerOfBody = (body: string): string | null =>
  (JSON.parse(body) as Partial<Change> | null)?.customer_id ?? null;

/** The body of a `change` message without personal data. Throws for what is no change. */
export const scrubbedBody = (body: string): string => JSON.stringify(scrubbedChange(JSON.parse(body) as Change));
