import type { Database } from '@order-hub/shared/database';
import type { AppTrouble } from '@order-hub/shared/trouble-calls';
import { appTrouble, troubleTimes } from './app-trouble.ts';
import { findPartEnd, listPartTrouble } from './trouble.store.ts';

/** A part has so many callbacks, whether they have trouble or not: so each query has a bounded cost. */
const partCallbacks = 1_000;

/** The apps with trouble of all accounts, among the callbacks of one part. */
export async function listAppTrouble(
  { db }: { db: Database },
  { after }: { after: string },
  now: Date,
): Promise<{ trouble: AppTrouble[]; next: string | null }> {
  const next = await findPartEnd(db, after, partCallbacks);
  const rows = await listPartTrouble(db, { after, upTo: next }, troubleTimes(now));
  return { trouble: rows.map(appTrouble), next };
}
