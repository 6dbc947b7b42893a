import type { Database } from '@order-hub/shared/database';
import type { RefusingCallback } from '@order-hub/shared/events-calls';
import { listRefusedCallbacks } from './refused-callbacks.store.ts';

const count = 100;

/** The callbacks of a client that refused the last 20 events or more. */
export const listRefusingCallbacks = async (
  { db }: { db: Database },
  { client_id }: { client_id: string },
): Promise<{ callbacks: RefusingCallback[] }> => ({ callbacks: await listRefusedCallbacks(db, { client_id, count }) });
