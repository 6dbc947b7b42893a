import type { Database } from '@order-hub/shared/database';
import type { RefusingCallback } from '@order-hub/shared/events-calls';
import { listRefusedCallbacks } from './refused-callbacks.store.ts';

type Owned = { account_ids?: readonly string[]; client_ids?: readonly string[] };

const count = 100;

/** The callbacks of connections of these accounts and clients that refused the last 20 events or more. */
export const listRefusingCallbacks = async (
  { db }: { db: Database },
  { account_ids = [], client_ids = [] }: Owned,
): Promise<{ callbacks: RefusingCallback[] }> => ({
  callbacks: await listRefusedCallbacks(db, { account_ids, client_ids }, count),
});
