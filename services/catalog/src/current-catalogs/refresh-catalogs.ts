/**
 * Renders stored documents again that are no longer current: those of the release before, and those of locations that have
 * another timezone now (docs/decisions/0045-stored-catalogs-are-refreshed.md). Replicas may do the same work; one of them
 * stores it.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { refreshCatalog } from '../catalogs/refresh-catalog.ts';
import type { Preparer } from '../uploads/open-preparer.ts';
import { listOutdated, type CatalogKey } from './outdated-catalog.store.ts';

type Deps = { db: Database; preparer: Preparer; log: Log; now: () => Date };

/** Also finds what a replica of the release before has stored. */
const everyMs = 60_000;

/** Refreshes every outdated catalog once. One that cannot be refreshed keeps no other from it; then throws its error. */
async function refreshAll({ db, preparer, now }: Omit<Deps, 'log'>, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  let after: CatalogKey | undefined = { account_id: '', id: '' };
  while (after && !signal.aborted) {
    const outdated = await listOutdated(db, after);
    for (const { current_timezone, ...catalog } of outdated) {
      if (signal.aborted) return;
      const ctx = { now: now(), signal, cost: { ms: 0 } };
      await refreshCatalog({ db, preparer }, catalog, current_timezone, ctx).catch((error: unknown) =>
        errors.push(error),
      );
    }
    after = outdated.at(-1);
  }
  if (errors.length > 0) throw errors[0];
}

export const startRefreshing = ({ log, ...deps }: Deps): Repeating =>
  startRepeating({
    work: (signal) => refreshAll(deps, signal),
    everyMs,
    log,
    messages: {
      failing: 'a stored catalog cannot be refreshed at the moment',
      well: 'stored catalogs are refreshed again',
    },
  });
