import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type Cause } from '@order-hub/shared/resource-changed';
import { message } from '@order-hub/shared/outbox';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Customer } from './customer.ts';
import type { CustomerKey } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/** A customer of a list that changed, and who changed it. `private_refs`: by client id. */
export type CustomerChanged = {
  list: CustomerList;
  cause: Cause;
  private_refs: Record<string, string>;
};

const stateOf = ({ list, private_refs }: CustomerChanged, customer: Customer) => ({
  document: customerText({ list, customer }),
  private_refs: Object.fromEntries(Object.entries(private_refs).map(([client_id, ref]) => [client_id, { self: ref }])),
});

const changed = ({ list, cause }: CustomerChanged, { id }: Customer) => ({
  ids: { customer_id: id, customer_list_id: list.id },
  place: { account_id: list.account_id, location_id: list.location_id, timezone: list.timezone },
  cause,
  customer_id: id,
});

/** `customer.create`. */
export const customerCreated = (change: CustomerChanged, customer: Customer): OutgoingMessage =>
  resourceChanged('customer', 'create', { ...changed(change, customer), after: stateOf(change, customer) });

/** `customer.update`, with both states. */
export const customerUpdated = (change: CustomerChanged, before: Customer, after: Customer): OutgoingMessage =>
  resourceChanged('customer', 'update', {
    ...changed(change, after),
    before: stateOf(change, before),
    after: stateOf(change, after),
  });

/** Told to the services that have copies of the customer's personal data. */
export const customerAnonymised = (key: CustomerKey): OutgoingMessage =>
  message('customer.anonymised', key.customer_id, key);
