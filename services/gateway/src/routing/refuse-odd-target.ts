import { badRequest } from '@order-hub/shared/errors';
import type { GatewayStep } from '../request/public-request.ts';

/**
 * Whatever two servers may read differently: doubled slashes, dot segments, backslashes, fragments, encoded dots, slashes and
 * control characters, malformed percent-encoding, raw bytes outside ASCII.
 */
const oddPath = /\/\/|\.\.|\/\.(?:\/|$)|\\|#|%(?:2e|2f|5c|7f|[01][0-9a-f]|(?![0-9a-f]{2}))|[^\x21-\x7e]/i;

/** Whether a request target is something other than a plain path, such as an absolute URL or `*`. */
export const isOddTarget = (path: string, query: string) =>
  !path.startsWith('/') || oddPath.test(path) || query.includes('%00') || query.includes('#');

/** Refuses a target by which a request could reach another resource than the checked one. Throws bad_request. */
export const refuseOddTarget: GatewayStep = ({ path, query }) => {
  if (isOddTarget(path, query)) throw badRequest('The request target is not a plain path of this API');
};
