import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findLocationFacts } from './location.store.ts';

/** What the gateway needs to know of a location of this account. Throws 404. */
export async function lookUpLocation(
  { db }: { db: Database },
  _ctx: unknown,
  { account_id, location_id }: { account_id: string; location_id: string },
) {
  const facts = await findLocationFacts(db, account_id, location_id);
  if (!facts) throw notFound('Location');
  return facts;
}
