import { createHmac } from 'node:crypto';

/** Hexadecimal HMAC-SHA256 of the raw body, keyed with the client secret (contract: Acknowledgement, retries, signature). */
export const signatureOf = (body: string, clientSecret: string) =>
  createHmac('sha256', clientSecret).update(body).digest('hex');
