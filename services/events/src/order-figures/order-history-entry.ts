/** What the timeline of an order says of a change: names of fields, never their values. */
import type { Change } from '@order-hub/shared/change';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import type { HistoryEntry, OrderFacts } from './order-facts.ts';

type State = Record<string, unknown>;

/** The state of an order; undefined for none. */
export const stateOf = (text: string | null): State | undefined =>
  text === null ? undefined : ((JSON.parse(text) as State | null) ?? undefined);

/** Fields that follow from others, or that are another client's. */
const unnamed = new Set(['status', 'private_ref', 'total_discrepancy', 'payment_discrepancy']);
/** An order has fewer fields. */
const fieldsMax = 40;

/** Both are of documents that the same code writes, so equal values have equal texts. Node's own comparison takes longer. */
const isEqual = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** The names of the fields whose values differ. */
export function changedFields(before: State, after: State): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !unnamed.has(name) && !isEqual(before[name], after[name])).slice(0, fieldsMax);
}

const nameOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The entry for a change. Undefined when it changed nothing that everybody may see, such as a private ref. */
export function historyEntry(
  { event_type, client_id, user_id }: Change,
  { before, after }: { before: State | undefined; after: State },
  { account_id, order_id, version: id, changed_at: at, status: to_status }: OrderFacts,
): HistoryEntry | undefined {
  const isNew = event_type === 'create';
  const from_status = before ? nameOf(before['status']) : null;
  const fields = before ? changedFields(before, after) : [];
  if (!isNew && fields.length === 0 && from_status === to_status) return undefined;
  const knownName = client_id === backOfficeClient.id ? backOfficeClient.name : null;
  const client_name = isNew ? nameOf(after['created_by']) : knownName;
  return { account_id, order_id, id, at, client_id, client_name, user_id, from_status, to_status, fields };
}
