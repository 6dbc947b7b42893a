import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as internalCalls from '@order-hub/shared/internal-calls';
import { pageQuery } from '@order-hub/shared/pagination';
import { suspendableReply } from '../accounts/account.schema.ts';
import { createLocation } from './create-location.ts';
import { listLocations } from './list-locations.ts';
import { locationCreate, locationReply, locationUpdate } from './location.schema.ts';
import { lookUpLocation } from './look-up-location.ts';
import { resumeLocation } from './resume-location.ts';
import { retrieveLocation } from './retrieve-location.ts';
import { suspendLocation } from './suspend-location.ts';
import { updateLocation } from './update-location.ts';

type Deps = { db: Database };

/** Locations: for connections, for operators, and for the gateway. */
export const locationEndpoints = [
  endpoint('GET /locations/:location_id', {
    summary: 'Retrieve a location',
    access: ['location', 'account'],
    reply: locationReply,
    handle: ({ params }, ctx, deps: Deps) => retrieveLocation(deps, ctx, params.location_id),
  }),
  endpoint('PATCH /locations/:location_id', {
    summary: 'Update a location',
    access: ['location', 'account'],
    body: locationUpdate,
    reply: locationReply,
    alias: 'PUT',
    handle: ({ params, body }, ctx, deps: Deps) => updateLocation(deps, ctx, params.location_id, body),
  }),
  endpoint('GET /locations', {
    summary: 'List the locations of the account',
    access: ['account'],
    query: pageQuery,
    reply: locationReply,
    handle: ({ query }, ctx, deps: Deps) => listLocations(deps, ctx, query),
  }),
  endpoint('POST /operator/locations', {
    summary: 'Create a location of an account',
    access: 'operator',
    body: locationCreate,
    reply: locationReply,
    handle: ({ body }, ctx, deps: Deps) => createLocation(deps, ctx, body),
  }),
  endpoint('POST /operator/locations/:id/suspend', {
    summary: 'Suspend a location with its connections',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx, deps: Deps) => suspendLocation(deps, ctx, params.id),
  }),
  endpoint('POST /operator/locations/:id/resume', {
    summary: 'Resume a suspended location',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, _ctx, deps: Deps) => resumeLocation(deps, params.id),
  }),
  answerTo(internalCalls.lookUpLocation, ({ params }, _ctx, deps: Deps) =>
    lookUpLocation(deps, params.account_id, params.location_id),
  ),
];
