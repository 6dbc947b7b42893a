import { randomBytes, timingSafeEqual } from 'node:crypto';
import { digest } from '@order-hub/shared/encryption';

/** 192 random bits; the prefix lets scanners recognise a secret that leaked. */
export const newClientSecret = () => `hub_secret_${randomBytes(24).toString('hex')}`;

/** Whether a presented secret is the one with this digest, in a time that tells nothing. */
export const isClientSecret = (secret_digest: string, secret: string) =>
  timingSafeEqual(Buffer.from(secret_digest), Buffer.from(digest(secret)));
