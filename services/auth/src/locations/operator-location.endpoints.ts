import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { suspendableReply } from '../accounts/account.schema.ts';
import { createLocation } from './create-location.ts';
import { locationCreate, locationFactsReply, locationReply } from './location.schema.ts';
import { viewLocation } from './location.view.ts';
import { suspendLocation } from './suspend-location.ts';
import { findLocationFacts } from './suspension.store.ts';

type Deps = { db: Database };

export const locationOperatorEndpoints = (deps: Deps) => [
  endpoint('POST /operator/locations', {
    summary: 'Create a location of an account',
    access: 'operator',
    body: locationCreate,
    reply: locationReply,
    handle: async ({ body }, ctx) => viewLocation(await createLocation(deps, ctx, body), ctx.now),
  }),
  endpoint('POST /operator/locations/:id/suspend', {
    summary: 'Suspend a location with its connections',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx) => suspendLocation(deps, ctx, params.id, true),
  }),
  endpoint('POST /operator/locations/:id/resume', {
    summary: 'Resume a suspended location',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx) => suspendLocation(deps, ctx, params.id, false),
  }),
];

export const locationFactsEndpoints = ({ db }: Deps) => [
  endpoint('GET /internal/accounts/:account_id/locations/:location_id', {
    summary: 'What the gateway needs to know of a location of an account',
    access: 'internal',
    reply: locationFactsReply,
    handle: async ({ params }) => {
      const facts = await findLocationFacts(db, params.account_id, params.location_id);
      if (!facts) throw notFound('Location');
      return facts;
    },
  }),
];
