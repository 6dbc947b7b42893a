import type { Message } from '@order-hub/shared/bus';
import type { Database } from '@order-hub/shared/database';
import { scrubState } from './customer-state.ts';
import { insertForgotten, listChangesOf, updateStates, type ChangeStates } from './forgotten.store.ts';

type Deps = { db: Database };

const batch = 200;

const scrubbed = ({ id, resource_type, previous_state, new_state }: ChangeStates): ChangeStates => ({
  id,
  resource_type,
  previous_state: previous_state && scrubState(previous_state, resource_type),
  new_state: new_state && scrubState(new_state, resource_type),
});

async function scrubChangesOf(db: Database, customer_id: string): Promise<void> {
  let after = '';
  for (;;) {
    const changes = await listChangesOf(db, { customer_id, after, count: batch });
    if (changes.length > 0) await updateStates(db, changes.map(scrubbed));
    if (changes.length < batch) return;
    after = changes.at(-1)?.id ?? after;
  }
}

/**
 * Takes an anonymised customer's personal data out of the stored changes of the customer and of its orders, and so out
 * of every event and of the operators' copies, which refer to them. Doing it twice changes nothing.
 */
export async function forgetCustomers(
  { db }: Deps,
  messages: readonly Message<'customer.anonymised'>[],
): Promise<void> {
  const ids = [...new Set(messages.map(({ body }) => body.customer_id))];
  await insertForgotten(db, ids);
  for (const customer_id of ids) await scrubChangesOf(db, customer_id);
}
