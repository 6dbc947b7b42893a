import { createHmac } from 'node:crypto';

/** Hexadecimal HMAC-SHA256 of the raw body, keyed with the client secret (docs/api/events.md#signature). */
export const signatureOf = (body: string, clientSecret: string) =>
  createHmac('sha256', clientSecret).update(body).digest('hex');
