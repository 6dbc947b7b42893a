import { randomBytes } from 'node:crypto';

/** 192 random bits; the prefix lets scanners recognise a token that leaked. */
export const newAccessToken = () => `hub_${randomBytes(24).toString('hex')}`;

/** The owner that an access token is encrypted for: it does not decrypt in the row of another connection. */
export const tokenOwner = (connection_id: string) => `connection:${connection_id}`;
