import { tooManyRequests } from '@order-hub/shared/errors';
import type { PageStep } from '../page-request.ts';
import { texts } from '../texts.ts';

/** Throws 429 when the user has sent too many forms (docs/api/limits.md#pages). */
export const limitForms: PageStep = ({ visit }) => {
  const { formWaitSeconds: seconds } = visit;
  if (seconds === 0) return undefined;
  const message = texts(visit)('forms_too_many', { seconds });
  throw tooManyRequests(message, { 'Retry-After': String(seconds) }, 'forms');
};
