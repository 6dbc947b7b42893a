/** Deletes the secrets that neither open anything nor sign any more, here and where they were announced. Replicas share the work. */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { raiseConnections } from '../../connections/announce-connections.ts';
import { deletePreviousSecrets } from './kept-secret.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const clientsMax = 10;

/** Clears those of up to ten clients. Returns how many. */
export const clearPreviousSecrets = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (trx) => {
    const ids = await deletePreviousSecrets(trx, now, clientsMax);
    for (const client_id of ids.sort()) await record(trx, ...(await raiseConnections(trx, { client_id })));
    return ids.length;
  });

export const startClearingSecrets = ({ db, log, now }: Deps): Repeating =>
  startClearing({ what: 'previous client secrets', clear: () => clearPreviousSecrets(db, now()), everyMs, log });
