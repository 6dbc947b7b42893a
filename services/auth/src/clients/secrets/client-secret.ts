import { randomBytes } from 'node:crypto';

/** 192 random bits; the prefix lets scanners recognise a secret that leaked. */
export const newClientSecret = () => `hub_secret_${randomBytes(24).toString('hex')}`;
