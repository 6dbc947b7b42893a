import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/auth-calls';
import { pageQuery } from '@order-hub/shared/pagination';
import { everyRole, managingRoles, ownerRole } from '@order-hub/shared/roles';
import { listLocations } from './list-locations.ts';
import { locationUpdate, locationView } from './location.schema.ts';
import { lookUpLocation } from './look-up-location.ts';
import { retrieveLocation } from './retrieve-location.ts';
import { updateLocation } from './update-location.ts';

type Deps = { db: Database };

/** Locations for clients, and for the gateway. */
export const locationEndpoints = [
  endpoint('GET /locations/:location_id', {
    summary: 'Retrieve a location',
    name: 'retrieveLocation',
    tag: 'Locations',
    description: 'Gives the location, with times in its own timezone.',
    guide: 'docs/api/locations.md#retrieve',
    access: ['location', 'account'],
    roles: everyRole,
    reply: locationView,
    handle: ({ params }, ctx, deps: Deps) => retrieveLocation(deps, ctx, params),
  }),
  endpoint('PATCH /locations/:location_id', {
    summary: 'Update a location',
    name: 'updateLocation',
    tag: 'Locations',
    description: 'Changes what the body has. Opening hours and order acceptance are replaced whole.',
    guide: 'docs/api/locations.md#update',
    examples: {
      busy: { order_acceptance: { mode: 'busy', extra_preparation_time: 10, resume_at: '2999-07-01T12:00:00+02:00' } },
      pause: { order_acceptance: { mode: 'paused', reason: 'The oven is broken' } },
      hours: {
        opening_hours: {
          monday: [
            { from: '09:00', to: '14:00' },
            { from: '18:00', to: '02:00' },
          ],
          sunday: [],
        },
        preparation_time: 20,
      },
    },
    access: ['location', 'account'],
    roles: managingRoles,
    body: locationUpdate,
    reply: locationView,
    alias: 'PUT',
    handle: ({ params, body }, ctx, deps: Deps) => updateLocation(deps, ctx, params, body),
  }),
  endpoint('GET /locations', {
    summary: 'List the locations of the account',
    name: 'listLocations',
    tag: 'Locations',
    description: 'Oldest first.',
    guide: 'docs/api/locations.md#lists',
    access: ['account'],
    roles: ownerRole,
    query: pageQuery,
    reply: locationView,
    handle: ({ query }, ctx, deps: Deps) => listLocations(deps, ctx, {}, query),
  }),
  answerTo(calls.lookUpLocation, ({ params }, ctx, deps: Deps) => lookUpLocation(deps, ctx, params)),
];
