import { tooManyRequests } from '@order-hub/shared/errors';
import type { PageStep } from '../page-request.ts';

const inWords = (seconds: number) => `${seconds} second${seconds === 1 ? '' : 's'}`;

/** Throws 429 when the user has sent too many forms (docs/api/limits.md#pages). */
export const limitForms: PageStep = ({ visit: { formWaitSeconds: seconds } }) => {
  if (seconds === 0) return undefined;
  const message = `You have sent too many forms. Please go on in ${inWords(seconds)}`;
  throw tooManyRequests(message, { 'Retry-After': String(seconds) }, 'forms');
};
