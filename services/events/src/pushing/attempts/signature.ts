/** The two signatures of a push (docs/api/events.md#signature). */
import { createHmac } from 'node:crypto';

/** Hexadecimal HMAC-SHA256 of the raw body, keyed with the client secret (docs/api/events.md#signature). */
export const signatureOf = (body: string, clientSecret: string) =>
  createHmac('sha256', clientSecret).update(body).digest('hex');

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): for each secret, base64 HMAC-SHA256 of id, timestamp in Unix seconds and
 * raw body, keyed with the bytes of the secret. Receivers configure that key as `whsec_` and its base64.
 */
export function standardSignaturesOf(
  { event_id, timestamp, body }: { event_id: string; timestamp: number; body: string },
  clientSecrets: readonly string[],
): string {
  const signed = `${event_id}.${timestamp}.${body}`;
  const signatureWith = (secret: string) => createHmac('sha256', secret).update(signed).digest('base64');
  return clientSecrets.map((secret) => `v1,${signatureWith(secret)}`).join(' ');
}
