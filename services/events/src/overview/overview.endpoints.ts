import type { Database } from '@order-hub/shared/database';
import * as calls from '@order-hub/shared/events-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import { describeConnections } from './describe-connections.ts';
import { listWaitingEvents } from './list-waiting-events.ts';

type Deps = { db: Database };

/** What the back office shows of callbacks and events. */
export const overviewEndpoints = [
  answerTo(calls.describeConnections, ({ params, body }, ctx, deps: Deps) =>
    describeConnections(deps, ctx, params, body),
  ),
  answerTo(calls.listWaitingEvents, ({ params, body }, ctx, deps: Deps) => listWaitingEvents(deps, ctx, params, body)),
];
