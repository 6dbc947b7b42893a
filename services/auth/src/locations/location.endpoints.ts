import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { pageQuery, takePage } from '@order-hub/shared/pagination';
import { changeLocation } from './change-location.ts';
import { locationReply, locationUpdate } from './location.schema.ts';
import { findLocation, listLocations } from './location.store.ts';
import { viewLocation } from './location.view.ts';

type Deps = { db: Database };

export const locationEndpoints = (deps: Deps) => [
  endpoint('GET /locations/:location_id', {
    summary: 'Retrieve a location',
    access: ['location', 'account'],
    reply: locationReply,
    handle: async ({ params }, { caller, now }) => {
      const location = await findLocation(deps.db, caller.account.id, params.location_id);
      if (!location) throw notFound('Location');
      return viewLocation(location, now);
    },
  }),
  endpoint('PATCH /locations/:location_id', {
    summary: 'Update a location',
    access: ['location', 'account'],
    body: locationUpdate,
    reply: locationReply,
    alias: 'PUT',
    handle: async ({ params, body }, ctx) =>
      viewLocation(await changeLocation(deps, ctx, params.location_id, body), ctx.now),
  }),
  endpoint('GET /locations', {
    summary: 'List the locations of the account',
    access: ['account'],
    query: pageQuery,
    reply: locationReply,
    handle: async ({ query: { count, cursor } }, { caller, now }) => {
      const rows = await listLocations(deps.db, caller.account.id, { after: cursor, count });
      const { items, next } = takePage(rows, count, ({ id }) => id);
      return { items: items.map((location) => viewLocation(location, now)), next };
    },
  }),
];
