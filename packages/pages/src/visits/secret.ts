import { randomBytes } from 'node:crypto';

/** A secret for a cookie or a link: 192 random bits. */
export const newSecret = () => randomBytes(24).toString('hex');

export const isSecret = (text: string | undefined): text is string => /^[0-9a-f]{48}$/.test(text ?? '');
