/** Answers of the run itself, in the form of the hub's (docs/api/errors.md#error-body). Pure. */
import type { Answer } from './call.ts';

type Details = { error_type: string; code: string; headers?: Record<string, string>; limit?: string };

const unavailable: Details = { error_type: 'service_unavailable', code: 'service_unavailable' };

/** An error with this status. */
export function refusal(status: number, message: string, details: Details = unavailable): Answer {
  const { headers = {}, ...codes } = details;
  const documentation_url = `/docs/errors#${codes.code}`;
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify({ message, ...codes, documentation_url })),
    by: 'run',
  };
}

/** docs/api/limits.md#rate-limits */
export const tooManyRequests = (seconds: number) =>
  refusal(429, `The limit "minute" of 500 requests in 60 seconds is reached; it resets in ${seconds} seconds`, {
    ...{ error_type: 'too_many_requests', code: 'too_many_requests', limit: 'minute' },
    headers: { 'retry-after': String(seconds) },
  });

/** docs/api/errors.md#unknown-outcomes */
export const serviceUnavailable = (seconds: number) =>
  refusal(503, 'The service is temporarily unavailable; nothing was changed', {
    ...unavailable,
    headers: { 'retry-after': String(seconds) },
  });

/** docs/api/errors.md#unknown-outcomes */
export const outcomeUnknown = () =>
  refusal(504, 'It is not known whether the request was carried out', {
    error_type: 'outcome_unknown',
    code: 'outcome_unknown',
  });

/** docs/api/authentication.md#invalid-tokens */
export const suspended = () =>
  refusal(401, 'The account/location has been suspended for non payment of the subscription', {
    error_type: 'unauthorized',
    code: 'suspended',
  });
