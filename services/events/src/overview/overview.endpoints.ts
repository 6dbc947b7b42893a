import * as calls from '@order-hub/shared/events-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { describeConnections } from './describe-connections.ts';
import { listWaitingEvents } from './list-waiting-events.ts';

/** What the back office shows of callbacks and events. */
export const overviewEndpoints = [
  answerFor(calls.describeConnections, describeConnections),
  answerFor(calls.listWaitingEvents, listWaitingEvents),
];
