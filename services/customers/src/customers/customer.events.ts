import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { MessageCause } from '@order-hub/shared/message-cause';
import { resourceChanged, type ChangeCause } from '@order-hub/shared/resource-changed';
import { message } from '@order-hub/shared/outbox';
import type { Body } from '@order-hub/shared/topics';
import type { CustomerRecord } from './customer.ts';
import { customerText } from './customer.view.ts';

const stateOf = (customer: CustomerRecord) => ({
  document: customerText({ list: customer.list, customer }),
  private_refs: Object.fromEntries(
    Object.entries(customer.private_refs).map(([client_id, ref]) => [client_id, { self: ref }]),
  ),
});

const changed = ({ id, list }: CustomerRecord, cause: ChangeCause) => ({
  ids: { customer_id: id, customer_list_id: list.id },
  place: { account_id: list.account_id, location_id: list.location_id, timezone: list.timezone },
  cause,
  customer_id: id,
});

/** `customer.create`. */
export const customerCreated = (cause: ChangeCause, customer: CustomerRecord): OutgoingMessage =>
  resourceChanged('customer', 'create', { ...changed(customer, cause), after: stateOf(customer) });

/** Both states show a client its current private ref. */
const statesOf = (before: CustomerRecord, after: CustomerRecord) => ({
  before: stateOf({ ...before, private_refs: after.private_refs }),
  after: stateOf(after),
});

/** `customer.update`, with both states. */
export const customerUpdated = (cause: ChangeCause, before: CustomerRecord, after: CustomerRecord): OutgoingMessage =>
  resourceChanged('customer', 'update', { ...changed(after, cause), ...statesOf(before, after) });

/** `customer.update`; no message when other clients see no difference. */
export function customerUpdates(cause: ChangeCause, before: CustomerRecord, after: CustomerRecord): OutgoingMessage[] {
  const states = statesOf(before, after);
  if (states.before.document === states.after.document) return [];
  return [resourceChanged('customer', 'update', { ...changed(after, cause), ...states })];
}

/** `customer.anonymised`, for the services that have copies of the customer's personal data. */
export const customerAnonymised = (customer: Body<'customer.anonymised'>, cause: MessageCause): OutgoingMessage =>
  message('customer.anonymised', customer.customer_id, customer, cause);
