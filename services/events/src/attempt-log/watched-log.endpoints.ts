import * as calls from '@order-hub/shared/attempt-log-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import { answerFor } from '@order-hub/shared/principal-call';
import { sendTestEvents, testBodyOf } from '../events/tests/send-test-events.ts';
import { asCaller } from './caller-context.ts';
import { describeSending } from './describe-sending.ts';
import { listAttempts } from './list-attempts.ts';
import { listOrderAttempts } from './orders/list-order-attempts.ts';
import { shownAttempt } from './logged-attempt.view.ts';
import { resendEvent, type ResendDeps } from './resend-event.ts';
import { resendEvents } from './resend-events.ts';
import { retrieveAttempt } from './retrieve-attempt.ts';

/** The delivery log on the pages of the back office. Auth has checked who may see that of a connection. */
export const watchedLogEndpoints = [
  answerTo(calls.listAttempts, async ({ body: { before: cursor, ...body } }, ctx, deps: ResendDeps) => {
    const { state, type, event_id, count, with_personal_data } = body;
    const query = { state, type, event_id, count, cursor };
    const { items, next } = await listAttempts(deps, asCaller(ctx, body), {}, query);
    return { items: items.map((attempt) => shownAttempt(attempt, with_personal_data)), next };
  }),
  answerTo(calls.retrieveAttempt, async ({ params, body }, ctx, deps: ResendDeps) =>
    shownAttempt(await retrieveAttempt(deps, asCaller(ctx, body), params), body.with_personal_data),
  ),
  answerFor(calls.listOrderAttempts, listOrderAttempts),
  answerTo(calls.describeSending, ({ body }, ctx, deps: ResendDeps) =>
    describeSending(deps, asCaller(ctx, body), {}, body),
  ),
  answerTo(calls.resendEvents, ({ body }, ctx, deps: ResendDeps) => resendEvents(deps, asCaller(ctx, body), {}, body)),
  answerTo(calls.resendAttempt, ({ params, body }, ctx, deps: ResendDeps) =>
    resendEvent(deps, asCaller(ctx, body), params),
  ),
  answerTo(calls.sendTestEvents, async ({ body }, ctx, deps: ResendDeps) => {
    const { events } = await sendTestEvents(deps, asCaller(ctx, body), {}, testBodyOf(body.type));
    return { events: events.length };
  }),
];
