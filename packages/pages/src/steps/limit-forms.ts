import { tooManyRequests } from '@order-hub/shared/errors';
import { inWordsOfPage } from '../errors/error-text.ts';
import type { PageStep } from '../page-request.ts';
import { texts } from '../texts.ts';

/** Throws 429 when the user has sent too many forms (docs/api/limits.md#pages). */
export const limitForms: PageStep = ({ visit }) => {
  const { formWaitSeconds: seconds } = visit;
  if (seconds === 0) return undefined;
  const message = texts(visit)('forms_too_many', { seconds });
  throw inWordsOfPage(tooManyRequests(message, { 'Retry-After': String(seconds) }, 'forms'));
};
