import { attemptStates } from '@order-hub/shared/attempt-log-calls';
import { isId } from '@order-hub/shared/ids';
import { pageQuery } from '@order-hub/shared/pagination';
import { rule } from '@order-hub/shared/rules';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const headers = z.record(z.string(), z.string());

/** The query of GET /callback/deliveries. */
export const attemptFilters = {
  ...pageQuery,
  state: z.enum(attemptStates).optional().describe('Only attempts with this state.'),
  event_id: z
    .string()
    .check(rule(isId, 'wrong_format', 'must be the id of an event'))
    .optional()
    .describe('Only attempts of this event.'),
};

export const attemptView = z
  .object({
    id: z.string().describe('The id of the attempt.'),
    event_id: z.string().describe('The event that was sent.'),
    resource_type: z.string().describe('What kind of resource the event is about.'),
    event_type: z.string().describe('What happened to the resource.'),
    resource_id: z.string().nullable().describe('The id of the resource; of an inventory that of its catalog.'),
    ended_at: timeSchema.describe('When the attempt ended, in UTC.'),
    attempt: z.int().describe('Which attempt of the event it was; the first is 1.'),
    state: z.enum(attemptStates).describe('What became of the event (docs/api/events.md#delivery-log).'),
    status: z.int().nullable().describe('The status of the response; null without one.'),
    fault: z.string().nullable().describe('Why there was no response.'),
    duration_ms: z.int().describe('How long the attempt took, in milliseconds.'),
    retry_at: timeSchema.nullable().describe('When the next attempt is due; null when there is none.'),
    request_headers: headers.describe('The headers that were sent, without the values of signatures.'),
    response_headers: headers.nullable().describe('The headers of the response, up to 2 KiB, without cookies.'),
    response_body: z.string().nullable().describe('The first 1 KiB of the body of the response.'),
  })
  .meta({ id: 'CallbackAttempt', description: 'An attempt to push an event (docs/api/events.md#delivery-log).' });
export type AttemptView = z.output<typeof attemptView>;

/** The body of POST /callback/deliveries/resend. */
export const resendMany = z
  .object({
    since: timeSchema.nullish().describe('Only events that were refused or given up at this time or later.'),
    state: z
      .enum(['refused', 'given_up'])
      .nullish()
      .describe('Only refused events, or only those given up; else both.'),
  })
  .meta({ id: 'Resend', description: 'Which events to send again: those that match all of it.' });
export type ResendMany = z.output<typeof resendMany>;

export const resentView = z
  .object({
    resent: z.int().describe('How many events are sent again.'),
    more: z.boolean().describe('Whether there are more: repeat the request.'),
  })
  .meta({ id: 'Resent', description: 'How many events are sent again.' });
export type ResentView = z.output<typeof resentView>;
