import * as calls from '@order-hub/shared/events-calls';
import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import { answerFor } from '@order-hub/shared/principal-call';
import { describeDays as daysDeclared } from '@order-hub/shared/today-calls';
import { listTrouble } from '@order-hub/shared/trouble-calls';
import { describeDays } from './describe-days.ts';
import { describeConnections } from './describe-connections.ts';
import { listAppTrouble } from './list-app-trouble.ts';
import { listRefusingCallbacks } from './list-refusing-callbacks.ts';
import { listWaitingEvents } from './list-waiting-events.ts';

/** What the back office shows of callbacks, events and the figures of days. */
export const overviewEndpoints = [
  answerFor(calls.describeConnections, describeConnections),
  answerTo(calls.listRefusingCallbacks, ({ params }, _ctx, deps: { db: Database }) =>
    listRefusingCallbacks(deps, { client_ids: [params.client_id] }),
  ),
  answerTo(calls.listRefusals, ({ body }, _ctx, deps: { db: Database }) => listRefusingCallbacks(deps, body)),
  answerFor(calls.listWaitingEvents, listWaitingEvents),
  answerTo(daysDeclared, ({ body }, { now }, deps: { db: Database }) => describeDays(deps, body, now)),
  answerTo(listTrouble, ({ body }, { now }, deps: { db: Database }) => listAppTrouble(deps, body, now)),
];
