/** What a service with an outbox answers about its messages. Its `app.ts` lists these endpoints. */
import { backlogCalls } from '../calls/backlog-calls.ts';
import { answerTo } from '../calls/internal-call.ts';
import { notFound } from '../values/errors.ts';
import * as parked from './parked-messages.ts';
import { retrieveBacklog, type BacklogDeps } from './retrieve-backlog.ts';

type Deps = BacklogDeps;

// The answering end does not depend on which service it is.
const calls = backlogCalls('orders');

export const backlogEndpoints = [
  answerTo(calls.retrieveBacklog, (_given, _ctx, deps: Deps) => retrieveBacklog(deps)),
  answerTo(calls.listParked, async ({ body }, _ctx, { db }: Deps) => ({
    messages: await parked.listParkedMessages(db, body),
  })),
  answerTo(calls.retrieveParked, async ({ params }, _ctx, { db }: Deps) => {
    const message = await parked.findParkedMessage(db, params.message_id);
    if (!message) throw notFound('Message');
    return message;
  }),
  answerTo(calls.retryParked, ({ body }, _ctx, { db }: Deps) => parked.retryParkedMessages(db, body)),
  answerTo(calls.deleteParked, async ({ params }, _ctx, { db }: Deps) => ({
    deleted: await parked.deleteParkedMessage(db, params.message_id),
  })),
];
