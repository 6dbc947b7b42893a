import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { isId } from '@order-hub/shared/ids';
import { pageQuery } from '@order-hub/shared/pagination';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';
import { deleteEvent } from './delete-event.ts';
import { deleteEvents } from './delete-events.ts';
import { acknowledgedView, eventSummary, eventView } from './event.schema.ts';
import { listEvents } from './list-events.ts';
import { retrieveEvent } from './retrieve-event.ts';

type Deps = { db: Database };

const access = ['location', 'account'] as const;

/** The events that a connection has not acknowledged (docs/api/events.md#event-endpoints). */
export const eventEndpoints = [
  endpoint('GET /callback/events', {
    summary: 'List the unacknowledged events, without their states',
    name: 'listEvents',
    tag: 'Events',
    description: 'Oldest first. Ask no more often than every 30 seconds.',
    guide: 'docs/api/events.md#event-endpoints',
    access,
    query: pageQuery,
    reply: eventSummary,
    handle: ({ params, query }, ctx, deps: Deps) => listEvents(deps, ctx, params, query),
  }),
  endpoint('GET /callback/events/:event_id', {
    summary: 'Retrieve an event',
    name: 'retrieveEvent',
    tag: 'Events',
    description: 'Gives the event with its states, until it is acknowledged.',
    guide: 'docs/api/events.md#event-endpoints',
    access,
    reply: eventView,
    handle: ({ params }, ctx, deps: Deps & { reads: LargeReads }) => retrieveEvent(deps, ctx, params),
  }),
  endpoint('DELETE /callback/events', {
    summary: 'Acknowledge all events up to one',
    name: 'deleteEvents',
    tag: 'Events',
    description: 'Takes the events off the list whose ids are not greater, the oldest first, up to 10,000 at once.',
    guide: 'docs/api/events.md#acknowledgement',
    access,
    query: {
      through: z
        .string()
        .check(rule(isId, 'wrong_format', 'must be the id of an event'))
        .describe('The id of the last event to acknowledge.'),
    },
    reply: acknowledgedView,
    handle: ({ params, query }, ctx, deps: Deps) => deleteEvents(deps, ctx, params, query),
  }),
  endpoint('DELETE /callback/events/:event_id', {
    summary: 'Acknowledge an event',
    name: 'deleteEvent',
    tag: 'Events',
    description: 'Takes the event off the list: it is not sent again.',
    guide: 'docs/api/events.md#acknowledgement',
    access,
    reply: emptyView,
    handle: ({ params }, ctx, deps: Deps) => deleteEvent(deps, ctx, params),
  }),
];
