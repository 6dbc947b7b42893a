/**
 * Deletes the events that a connection may no longer see, because its scope was narrowed
 * (docs/api/events.md#narrowed-scopes). Until then, listing, reading and pushing leave them out. Running it twice is harmless.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { parseScope } from '@order-hub/shared/scopes';
import { visibilityOf } from '../../visibility/visibility.ts';
import { deleteHiddenEvents, listUnchecked, updateCheckedVersion, type UncheckedCallback } from './hidden.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 60_000;
const gatherMs = 200;

async function deleteHiddenOf(db: Database, callback: UncheckedCallback, signal: AbortSignal): Promise<void> {
  const visibility = visibilityOf({ ...callback, scope: parseScope(callback.scope) });
  let after: string | null = '';
  while (after !== null && !signal.aborted) after = await deleteHiddenEvents(db, { ...callback, visibility }, after);
  if (!signal.aborted) await updateCheckedVersion(db, callback);
}

/** Checks each callback whose connection has changed: at once when woken, and what an earlier process left undone. */
export const startDeletingHidden = ({ db, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (let left = await listUnchecked(db); left.length > 0 && !signal.aborted; left = await listUnchecked(db)) {
        for (const callback of left) await deleteHiddenOf(db, callback, signal);
      }
      return gatherMs;
    },
    everyMs,
    log,
    messages: { failing: 'hidden events cannot be deleted', well: 'hidden events are deleted again' },
  });
