/** The two signatures of a push (docs/api/events.md#signature). */
import { createHmac } from 'node:crypto';

/** Hexadecimal HMAC-SHA256 of the raw body, keyed with the client secret (docs/api/events.md#signature). */
export const signatureOf = (body: string, clientSecret: string) =>
  createHmac('sha256', clientSecret).update(body).digest('hex');

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): base64 HMAC-SHA256 of id, timestamp in Unix seconds and raw body, keyed
 * with the bytes of the client secret. Receivers configure that key as `whsec_` and its base64.
 */
export const standardSignatureOf = (
  { event_id, timestamp, body }: { event_id: string; timestamp: number; body: string },
  clientSecret: string,
) => `v1,${createHmac('sha256', clientSecret).update(`${event_id}.${timestamp}.${body}`).digest('base64')}`;
