/**
 * Deletes events that a connection may no longer see, because its scope was narrowed (docs/api/events.md#narrowed-scopes).
 * Until it has come to them, they are left out where events are listed, read and pushed. Doing it twice changes nothing.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { parseScope } from '@order-hub/shared/scopes';
import { deleteHidden, listUnjudged, updateJudged, type Unjudged } from './hidden.store.ts';
import { sightOf } from './receivers.ts';

type Deps = { db: Database; log: Log };

const everyMs = 60_000;
const gatherMs = 200;

async function judge(db: Database, unjudged: Unjudged, signal: AbortSignal): Promise<void> {
  const sight = sightOf({ ...unjudged, scope: parseScope(unjudged.scope) });
  let after: string | null = '';
  while (after !== null && !signal.aborted) after = await deleteHidden(db, { ...unjudged, sight }, after);
  if (!signal.aborted) await updateJudged(db, unjudged);
}

/** Looks through the events of each connection that has changed: at once when woken, and what an earlier process left. */
export const startDeletingHidden = ({ db, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (let left = await listUnjudged(db); left.length > 0 && !signal.aborted; left = await listUnjudged(db)) {
        for (const unjudged of left) await judge(db, unjudged, signal);
      }
      return gatherMs;
    },
    everyMs,
    log,
    messages: { failing: 'events out of sight cannot be deleted', well: 'events out of sight are deleted again' },
  });
