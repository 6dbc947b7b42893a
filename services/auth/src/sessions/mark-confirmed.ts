import type { Database } from '@order-hub/shared/database';
import { updateConfirmedAt } from './session.store.ts';

/** Records that the user of the session has just entered the password. */
export const markConfirmed = (db: Database, { id_digest }: { id_digest: string }, now: Date): Promise<void> =>
  updateConfirmedAt(db, id_digest, now);
