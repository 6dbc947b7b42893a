import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { takePage } from '@order-hub/shared/page';
import { findAnyAccount, findAnyLocation, findAnyLocations } from './any-account.store.ts';
import type { AnyLocation } from './operator.ts';

const shownMax = 50;

/** An account of whomever, with a page of its locations. Throws 404. */
export async function retrieveAnyAccount(db: Database, id: string, after?: string) {
  const [account, rows] = await Promise.all([
    findAnyAccount(db, id),
    findAnyLocations(db, id, { after, count: shownMax }),
  ]);
  if (!account) throw notFound('Account');
  return { account, locations: takePage(rows, shownMax, (location) => location.id) };
}

/** A location of whomever. Throws 404. */
export async function retrieveAnyLocation(db: Database, id: string): Promise<AnyLocation> {
  const location = await findAnyLocation(db, id);
  if (!location) throw notFound('Location');
  return location;
}
