import * as calls from '@order-hub/shared/event-backlog-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import { listDroppedEvents } from './list-dropped-events.ts';
import { replayDroppedEvents } from './replay-dropped-events.ts';
import { retrieveWaitingEvents } from './retrieve-waiting-events.ts';

type Deps = Parameters<typeof replayDroppedEvents>[0];

/** Receivers acknowledged the refused ones. Whether those are sent again is for the client to decide. */
const refused = false;

/** What operators see of events that wait or were given up. */
export const eventBacklogEndpoints = [
  answerTo(calls.retrieveWaitingEvents, ({ body }, _ctx, deps: Deps) => retrieveWaitingEvents(deps, body)),
  answerTo(calls.listDroppedEvents, ({ body }, _ctx, deps: Deps) => listDroppedEvents(deps, { ...body, refused })),
  answerTo(calls.replayDroppedEvents, ({ body }, _ctx, deps: Deps) => replayDroppedEvents(deps, { ...body, refused })),
];
