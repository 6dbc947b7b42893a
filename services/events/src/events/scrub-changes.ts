/**
 * Takes an anonymised customer's personal data out of the stored changes of the customer and of its orders, and so out of
 * every event and of the operators' copies, which refer to them (docs/api/customers.md#anonymisation). A run that was
 * interrupted starts again: doing it twice changes nothing.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { scrubState } from './customer-state.ts';
import { listChangesOf, listUnfinished, updateFinished, updateStates, type ChangeStates } from './forgotten.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const batchSize = 200;
const everyMs = 10_000;

const scrubbed = ({ id, resource_type, previous_state, new_state }: ChangeStates): ChangeStates => ({
  id,
  resource_type,
  previous_state: previous_state && scrubState(previous_state, resource_type),
  new_state: new_state && scrubState(new_state, resource_type),
});

async function scrubChangesOf(db: Database, customer_id: string): Promise<void> {
  let after = '';
  for (;;) {
    const changes = await listChangesOf(db, { customer_id, after, count: batchSize });
    if (changes.length > 0) await updateStates(db, changes.map(scrubbed));
    if (changes.length < batchSize) return;
    after = changes.at(-1)?.id ?? after;
  }
}

/** Scrubs the changes of marked customers: at once when woken, and whatever an earlier process left undone. */
export const startScrubbing = ({ db, log, now }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (const customer_id of await listUnfinished(db)) {
        if (signal.aborted) return;
        await scrubChangesOf(db, customer_id);
        await updateFinished(db, customer_id, now());
      }
    },
    everyMs,
    log,
    messages: { failing: 'stored changes cannot be scrubbed', well: 'stored changes are scrubbed again' },
  });
