/** The headers of a push (docs/api/events.md#active-callbacks, docs/api/events.md#signature). Pure. */
import { createHmac } from 'node:crypto';
import type { EventText } from './event-text.ts';

type Signing = {
  secret: string;
  /** The names of the header with the hexadecimal signature. */
  signatureHeaders: readonly string[];
  nowMs: number;
};

/** The signatures are of `signedBody`, which is the body unless the push is forged. */
export function pushHeaders(
  { event_id, body }: EventText,
  { secret, signatureHeaders, nowMs }: Signing,
  signedBody = body,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  const signature = hmac(signedBody).digest('hex');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'order-hub',
    ...Object.fromEntries(signatureHeaders.map((name) => [name, signature])),
    'Webhook-Id': event_id,
    'Webhook-Timestamp': timestamp,
    'Webhook-Signature': `v1,${hmac(`${event_id}.${timestamp}.${signedBody}`).digest('base64')}`,
  };
}
