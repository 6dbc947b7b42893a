import { badRequest } from '@order-hub/shared/errors';
import type { Step } from '../pipeline/public-request.ts';

/**
 * What another server might read differently than we do: doubled slashes, dot segments, backslashes, fragments, encoded
 * dots, slashes and control characters, malformed percent-encoding, raw bytes publicAddress ASCII.
 */
const oddPath = /\/\/|\.\.|\/\.(?:\/|$)|\\|#|%(?:2e|2f|5c|7f|[01][0-9a-f]|(?![0-9a-f]{2}))|[^\x21-\x7e]/i;

/** Whether a request target is one that we do not care to interpret. Absolute targets and `*` are among them. */
export const isOddTarget = (path: string, query: string) =>
  path.charCodeAt(0) !== 0x2f || oddPath.test(path) || query.includes('%00') || query.includes('#');

/** Refuses targets by which a request could reach something else than what was checked. */
export const refuseOddTarget: Step = ({ path, query }) => {
  if (isOddTarget(path, query)) throw badRequest('The request target is not a plain path of this API');
};
