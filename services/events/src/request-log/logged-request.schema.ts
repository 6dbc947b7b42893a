import { faultFieldsMax } from '@order-hub/shared/fault-header';
import { isId } from '@order-hub/shared/ids';
import { pageQuery } from '@order-hub/shared/pagination';
import { loggedMethods, statusClasses } from '@order-hub/shared/request-log-calls';
import { rule } from '@order-hub/shared/rules';
import { timeFilter, timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

/** The query of GET /requests. */
export const requestFilters = {
  ...pageQuery,
  status: z
    .enum(statusClasses)
    .optional()
    .describe('Only requests with such a status; `failed`: 4xx, 5xx, or without an answer.'),
  method: z.enum(loggedMethods).optional().describe('Only requests with this method.'),
  request_id: z
    .string()
    .check(rule(isId, 'wrong_format', 'must be the id of a request'))
    .optional()
    .describe('Only the request whose response had this `X-Request-Id`.'),
  after: timeFilter.meta({ description: 'Only requests that began at this time or later.', format: 'date-time' }),
  before: timeFilter.meta({ description: 'Only requests that began earlier than this time.', format: 'date-time' }),
};

export type RequestQuery = z.output<z.ZodObject<typeof requestFilters>>;

const nullableText = z.string().nullable();

export const requestView = z
  .object({
    id: z.string().describe('The id of the request: the `X-Request-Id` of its response.'),
    started_at: timeSchema.describe('When the request began, in UTC.'),
    method: z.string().describe('The method, after an override.'),
    path: z.string().describe('The path as it was called, with its ids; `…` in place of anything else.'),
    query: nullableText.describe('The query, with `…` in place of values that may be personal data.'),
    status: z.int().nullable().describe('The status of the response; null if the client left before it.'),
    code: nullableText.describe('The `code` of an error.'),
    fields: z
      .array(z.string())
      .describe(
        `The fields at fault, ${faultFieldsMax} at most, without their values; of a successful request, those that were ignored.`,
      ),
    duration_ms: z.int().describe('The time from the head of the request to the end of its response, in milliseconds.'),
    bytes_in: z.int().describe('The bytes of the request, with its head.'),
    bytes_out: z.int().describe('The bytes of the response, with its head.'),
    has_idempotency_key: z.boolean().describe('Whether the request had an `Idempotency-Key`.'),
    user_agent: nullableText.describe('The products that `User-Agent` named, without comments.'),
    unlisted: z
      .int()
      .describe(
        'How many requests, between the one before and this one, are not in the log (docs/api/requests.md#left-out).',
      ),
  })
  .meta({ id: 'LoggedRequest', description: 'A request of the connection (docs/api/requests.md#request-log).' });

export type RequestView = z.output<typeof requestView>;
