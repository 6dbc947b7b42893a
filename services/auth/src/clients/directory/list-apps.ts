import type { Database } from '@order-hub/shared/database';
import type { listListings as listingsCall } from '@order-hub/shared/management/apps';
import type { z } from 'zod';
import { listAllListings, listListedApps } from './listing.store.ts';

type Deps = { db: Database };

/** A page of the directory, by name. */
export const listApps = (
  { db }: Deps,
  _ctx: object,
  _params: object,
  page: { after?: string | undefined; count: number },
) => listListedApps(db, page);

/** A page of all listings, for operators. */
export const listListings = ({ db }: Deps, _ctx: object, _params: object, query: z.output<typeof listingsCall.input>) =>
  listAllListings(db, query);
