import { badRequest } from '@order-hub/shared/errors';
import { hasAtMost } from '@order-hub/shared/texts';
import { invalidRequest } from '../../oauth/oauth-error.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/**
 * Of path and query. Encoded again in the address of the log-in page, and sealed in those of later pages, it still fits in
 * the 16 kB of a request's head.
 */
const pathCharsMax = 7_000;
const stateCharsMax = 2_048;

/** Throws 400, shown to the user, for a request that later pages could not carry. */
export function checkLength(path: string): void {
  if (path.length <= pathCharsMax) return;
  throw badRequest(`The request of the application has more than ${pathCharsMax.toLocaleString('en')} characters`);
}

/** Throws invalid_request for a state that is too long (docs/api/authentication.md#web-application-flow). */
export function checkState(parameters: Parameters): void {
  if (hasAtMost(onlyValue(parameters, 'state') ?? '', stateCharsMax)) return;
  throw invalidRequest(`The parameter state has more than ${stateCharsMax.toLocaleString('en')} characters`);
}
