/** The headers of a push (docs/api/events.md#active-callbacks). */
import type { MessageCause } from '@order-hub/shared/message-cause';

/** A token of RFC 9110. */
const namePattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;

/** The headers that a push sets itself, and those of HTTP's connections, bodies and proxies. */
const takenNames = new Set([
  ...[
    'content-type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'x-request-id',
    'traceparent',
    'host',
    'authorization',
    'cookie',
    'forwarded',
    'via',
  ],
  ...[
    'accept-encoding',
    'content-encoding',
    'content-length',
    'date',
    'expect',
    'range',
    'trailer',
    'transfer-encoding',
  ],
  ...['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade'],
]);

/** Whether a header of this name can carry the signature. */
export const isFreeHeader = (name: string) => namePattern.test(name) && !takenNames.has(name.toLowerCase());

/** Whether all names differ, whatever their case. */
export const areDistinct = (names: readonly string[]) =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;

/** `timestamp`: when this attempt is made, in Unix seconds. `standardSignature`: that of Standard Webhooks. */
type Signed = MessageCause & {
  event_id: string;
  timestamp: number;
  signature: string;
  standardSignature: string;
  signatureHeaders: readonly string[];
};

export const eventHeaders = ({
  event_id,
  timestamp,
  signature,
  standardSignature,
  signatureHeaders,
  request_id,
  traceparent,
}: Signed): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'order-hub',
  ...Object.fromEntries(signatureHeaders.map((name) => [name, signature])),
  // As in Standard Webhooks: the same on every attempt, so a receiver can drop repetitions.
  'Webhook-Id': event_id,
  'Webhook-Timestamp': String(timestamp),
  'Webhook-Signature': standardSignature,
  ...(request_id !== null && { 'X-Request-Id': request_id }),
  ...(traceparent !== null && { traceparent }),
});
