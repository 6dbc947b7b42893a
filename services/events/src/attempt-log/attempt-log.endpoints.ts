import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { listAttempts } from './list-attempts.ts';
import { attemptFilters, attemptView, resendMany, resentView } from './logged-attempt.schema.ts';
import { resendEvent, type ResendDeps } from './resend-event.ts';
import { resendEvents } from './resend-events.ts';

const access = ['location', 'account'] as const;

/** What became of the events of a connection, for those who write its client (docs/api/events.md#delivery-log). */
export const attemptLogEndpoints = [
  endpoint('GET /callback/deliveries', {
    summary: 'List the attempts to push events',
    name: 'listCallbackDeliveries',
    tag: 'Callbacks',
    description: 'The attempts of the last seven days, newest first, with what was answered.',
    guide: 'docs/api/events.md#delivery-log',
    access,
    query: attemptFilters,
    reply: attemptView,
    handle: ({ params, query }, ctx, deps: { db: Database }) => listAttempts(deps, ctx, params, query),
  }),
  endpoint('POST /callback/deliveries/resend', {
    summary: 'Send refused and given up events again',
    name: 'resendEvents',
    tag: 'Callbacks',
    description: 'The oldest first, up to 5,000 at once. Repeat it while the response says `more`.',
    guide: 'docs/api/events.md#sending-again',
    examples: {
      all: {},
      refused_since: { state: 'refused', since: '2026-07-01T12:00:00Z' },
    },
    access,
    body: resendMany,
    bodyBytesMax: 65_536,
    reply: resentView,
    handle: ({ params, body }, ctx, deps: ResendDeps) => resendEvents(deps, ctx, params, body),
  }),
  endpoint('POST /callback/deliveries/:attempt_id/resend', {
    summary: 'Send the event of an attempt again',
    name: 'resendEvent',
    tag: 'Callbacks',
    description:
      'A refused or given up event gets all its attempts anew; one that waits for its retry is sent at once.',
    guide: 'docs/api/events.md#sending-again',
    access,
    reply: resentView,
    handle: ({ params }, ctx, deps: ResendDeps) => resendEvent(deps, ctx, params),
  }),
];
