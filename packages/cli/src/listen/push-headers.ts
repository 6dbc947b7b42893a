/** The headers of a push (docs/api/events.md#active-callbacks). Of the request that caused the event, a poll learns nothing. */
import { createHmac } from 'node:crypto';

type Push = { event_id: string; body: string; client_secret: string | undefined; timestamp: number };

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

/** docs/api/events.md#signature */
function signatures({ event_id, body, client_secret, timestamp }: Push): Record<string, string> {
  if (client_secret === undefined) return {};
  return {
    'X-Service-Hmac-SHA256': hmac(client_secret, body).digest('hex'),
    'Webhook-Signature': `v1,${hmac(client_secret, `${event_id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

/** `timestamp`: when this attempt is made, in Unix seconds. Without the client secret there are no signatures. */
export const pushHeaders = (push: Push): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'order-hub',
  'Webhook-Id': push.event_id,
  'Webhook-Timestamp': String(push.timestamp),
  ...signatures(push),
});
