import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { pageQuery, takePage } from '@order-hub/shared/pagination';
import { ownerOf } from '../callbacks/owner.ts';
import { eventSummary, eventView } from './event.schema.ts';
import { deleteEvent, findEvent, listEventRows } from './event.store.ts';
import { eventText, summaryText } from './event.view.ts';
import { sightOf } from './receivers.ts';

type Deps = { db: Database };

const access = ['location', 'account'] as const;

const seenBy = (ctx: Context) => ({ ...ownerOf(ctx), sight: sightOf(ctx.caller) });

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
    handle: async ({ query: { count, cursor } }, ctx, { db }: Deps) => {
      const page = takePage(await listEventRows(db, seenBy(ctx), { count, after: cursor }), count, ({ id }) => id);
      return { ...page, items: page.items.map((event) => jsonText(summaryText(event))) };
    },
  }),
  endpoint('GET /callback/events/:event_id', {
    summary: 'Retrieve an event',
    name: 'retrieveEvent',
    tag: 'Events',
    description: 'Gives the event with its states, until it is acknowledged.',
    guide: 'docs/api/events.md#event-endpoints',
    access,
    reply: eventView,
    handle: async ({ params }, ctx, { db }: Deps) => {
      const event = await findEvent(db, seenBy(ctx), params.event_id);
      if (!event) throw notFound('Event');
      return jsonText(eventText(event));
    },
  }),
  endpoint('DELETE /callback/events/:event_id', {
    summary: 'Acknowledge an event',
    name: 'deleteEvent',
    tag: 'Events',
    description: 'Takes the event off the list: it is not sent again.',
    guide: 'docs/api/events.md#acknowledgement',
    access,
    reply: emptyView,
    handle: async ({ params }, ctx, { db }: Deps) => {
      if (!(await deleteEvent(db, ownerOf(ctx), params.event_id))) throw notFound('Event');
      return {};
    },
  }),
];
