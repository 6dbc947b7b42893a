/**
 * Takes an anonymised customer's personal data out of the stored changes of the customer and of its orders, and so out of
 * every event and of the operators' copies, which refer to them; and out of the rejected messages, which are parked in the
 * outbox (docs/api/customers.md#anonymisation). A run that was
 * interrupted starts again: doing it twice changes nothing.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { scrubOutbox } from '@order-hub/shared/outbox-scrubbing';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { scrubbedChange } from '@order-hub/shared/scrubbed-change';
import { listChangesOf, listUnfinished, updateFinished, updateStates } from './forgotten.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const batchSize = 200;
const everyMs = 10_000;

async function scrubChangesOf(db: Database, customer_id: string): Promise<void> {
  let after = '';
  for (;;) {
    const changes = await listChangesOf(db, { customer_id, after, count: batchSize });
    if (changes.length > 0) await updateStates(db, changes.map(scrubbedChange));
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
        await scrubOutbox(db, [customer_id]);
        await updateFinished(db, customer_id, now());
      }
    },
    everyMs,
    log,
    messages: { failing: 'stored changes cannot be scrubbed', well: 'stored changes are scrubbed again' },
  });
