/**
 * Takes the personal data of anonymised customers out of the messages that wait in the outbox, and of those that were
 * parked. What is written after the anonymisation holds none: all that write a customer lock its row.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { scrubOutbox } from '@order-hub/shared/outbox-scrubbing';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { deleteForgottenCustomers, listForgottenCustomers } from './forgotten-customer.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 10_000;

/** Scrubs at once when woken, and whatever an earlier process left undone. */
export const startScrubbing = ({ db, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      const next = () => listForgottenCustomers(db);
      for (let ids = await next(); ids.length > 0 && !signal.aborted; ids = await next()) {
        await scrubOutbox(db, ids);
        await deleteForgottenCustomers(db, ids);
      }
    },
    everyMs,
    log,
    messages: { failing: 'waiting messages cannot be scrubbed', well: 'waiting messages are scrubbed again' },
  });
