/** Personal data inside the states of stored changes: whose it is, and how it is forgotten (contract: Customer anonymisation). */
import type { Change, ResourceType } from '@order-hub/shared/contracts';

const PERSONAL = [
  'email',
  'first_name',
  'last_name',
  'gender',
  'birth_date',
  'company_name',
  'phone',
  'phone_access_code',
  'address_1',
  'address_2',
  'postal_code',
  'latitude',
  'longitude',
  'delivery_notes',
];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inner = (value: unknown, name: string) => (isFields(value) ? value[name] : null);

/** The customer whose data a change carries: its own, or that of its order; null when there is none. */
export function customerOf({ resource_type, ids, new_state, previous_state }: Change): string | null {
  if (resource_type === 'customer') return ids['customer_id'] ?? null;
  const state = resource_type === 'order' ? (new_state ?? previous_state) : null;
  const id = state === null ? null : inner(inner(JSON.parse(state), 'customer'), 'id');
  return typeof id === 'string' ? id : null;
}

function forget(customer: Fields): void {
  for (const field of PERSONAL) if (field in customer) customer[field] = null;
  customer['anonymised'] = true;
}

/** A state (JSON text) of a customer or an order without the customer's personal data. */
export function scrubState(text: string, resource_type: ResourceType): string {
  const state: unknown = JSON.parse(text);
  const customer = resource_type === 'order' ? inner(state, 'customer') : state;
  if (!isFields(customer)) return text;
  forget(customer);
  return JSON.stringify(state);
}
