/** Erases personal data in the states of stored changes (docs/api/customers.md#anonymisation). */
import type { ResourceType } from '@order-hub/shared/changes';
import { withoutCustomerData, withoutPersonalData, type Anonymisable } from '@order-hub/shared/personal-fields';

/** A state (JSON text) of a customer or an order without the customer's personal data. */
export function scrubState(text: string, resource_type: ResourceType): string {
  const state: unknown = JSON.parse(text);
  if (resource_type === 'order') return JSON.stringify(withoutCustomerData(state as { customer: Anonymisable | null }));
  return resource_type === 'customer' ? JSON.stringify(withoutPersonalData(state as Anonymisable)) : text;
}
