import { badRequest } from '@order-hub/shared/errors';
import { hasAtMost } from '@order-hub/shared/texts';
import { invalidRequest } from '../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from './parameters.ts';

/**
 * Path and query. Encoded once more, in the address of the log-in page, and sealed, in those of the pages that follow, it
 * still fits in the 16 kB that the head of a request may have.
 */
const pathCharsMax = 7_000;
const stateCharsMax = 2_048;

/** A longer request gets no further than to the log-in page. Throws 400, for the user to read. */
export function checkLength(path: string): void {
  if (path.length <= pathCharsMax) return;
  throw badRequest(`The request of the application has more than ${pathCharsMax.toLocaleString('en')} characters`);
}

/** Throws invalid_request for a state that is too long (docs/api/authentication.md#web-application-flow). */
export function checkState(parameters: Parameters): void {
  if (hasAtMost(onlyValue(parameters, 'state') ?? '', stateCharsMax)) return;
  throw invalidRequest(`The parameter state has more than ${stateCharsMax.toLocaleString('en')} characters`);
}
