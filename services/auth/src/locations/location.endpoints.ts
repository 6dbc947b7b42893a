import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { answerTo } from '@order-hub/shared/internal-call';
import { lookUpLocation } from '@order-hub/shared/internal-calls';
import { pageQuery, takePage } from '@order-hub/shared/pagination';
import { suspendableReply } from '../accounts/account.schema.ts';
import { changeLocation } from './change-location.ts';
import { createLocation } from './create-location.ts';
import { locationCreate, locationReply, locationUpdate } from './location.schema.ts';
import { findLocation, listLocations } from './location.store.ts';
import { viewLocation } from './location.view.ts';
import { suspendLocation } from './suspend-location.ts';
import { findLocationFacts } from './suspension.store.ts';

type Deps = { db: Database };

/** Locations: for connections, for operators, and for the gateway. */
export const locationEndpoints = [
  endpoint('GET /locations/:location_id', {
    summary: 'Retrieve a location',
    access: ['location', 'account'],
    reply: locationReply,
    handle: async ({ params }, { caller, now }, { db }: Deps) => {
      const location = await findLocation(db, caller.account.id, params.location_id);
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
    handle: async ({ params, body }, ctx, deps: Deps) =>
      viewLocation(await changeLocation(deps, ctx, params.location_id, body), ctx.now),
  }),
  endpoint('GET /locations', {
    summary: 'List the locations of the account',
    access: ['account'],
    query: pageQuery,
    reply: locationReply,
    handle: async ({ query: { count, cursor } }, { caller, now }, { db }: Deps) => {
      const rows = await listLocations(db, caller.account.id, { after: cursor, count });
      const { items, next } = takePage(rows, count, ({ id }) => id);
      return { items: items.map((location) => viewLocation(location, now)), next };
    },
  }),
  endpoint('POST /operator/locations', {
    summary: 'Create a location of an account',
    access: 'operator',
    body: locationCreate,
    reply: locationReply,
    handle: async ({ body }, ctx, deps: Deps) => viewLocation(await createLocation(deps, ctx, body), ctx.now),
  }),
  endpoint('POST /operator/locations/:id/suspend', {
    summary: 'Suspend a location with its connections',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx, deps: Deps) => suspendLocation(deps, ctx, params.id, true),
  }),
  endpoint('POST /operator/locations/:id/resume', {
    summary: 'Resume a suspended location',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx, deps: Deps) => suspendLocation(deps, ctx, params.id, false),
  }),
  answerTo(lookUpLocation, async ({ params }, _ctx, { db }: Deps) => {
    const facts = await findLocationFacts(db, params.account_id, params.location_id);
    if (!facts) throw notFound('Location');
    return facts;
  }),
];
