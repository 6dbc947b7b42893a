import { badRequest } from '@order-hub/shared/errors';
import type { Step } from '../pipeline/public-request.ts';

/**
 * What another server may read differently: doubled slashes, dot segments, backslashes, fragments, encoded
 * dots, slashes and control characters, malformed percent-encoding, raw bytes outside ASCII.
 */
const oddPath = /\/\/|\.\.|\/\.(?:\/|$)|\\|#|%(?:2e|2f|5c|7f|[01][0-9a-f]|(?![0-9a-f]{2}))|[^\x21-\x7e]/i;

/** Whether a request target is not a plain path. Absolute targets and `*` are not. */
export const isOddTarget = (path: string, query: string) =>
  path.charCodeAt(0) !== 0x2f || oddPath.test(path) || query.includes('%00') || query.includes('#');

/** Refuses targets with which a request could reach another resource than the one that was checked. Throws bad_request. */
export const refuseOddTarget: Step = ({ path, query }) => {
  if (isOddTarget(path, query)) throw badRequest('The request target is not a plain path of this API');
};
