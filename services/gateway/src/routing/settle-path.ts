import { badRequest, routingError } from '@order-hub/shared/errors';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { answerOwn } from '../responses/answer.ts';
import { isEncoded, isOddTarget, withoutLastSlash } from './path-spelling.ts';

/** A browser then shows the one address of the page, from which its relative links start. */
const redirectTo = (request: PublicRequest, target: string) =>
  answerOwn(request, { status: 308, body: '', headers: ['Location', target] });

/**
 * Brings the path to its one spelling: the steps after this one, and every service, see no other. One slash at the end is dropped, as
 * clients of the API send it; whoever reads a page that way is redirected. Throws bad_request for a target by which a request could
 * reach another resource than the checked one, and routing_error for an encoded character.
 */
export const settlePath: GatewayStep = (request) => {
  const { req, path, query, isApi } = request;
  if (isOddTarget(path, query)) throw badRequest('The request target is not a plain path of this API');
  const { method = '' } = req;
  if (isEncoded(path)) throw routingError(method, path);
  const settled = withoutLastSlash(path);
  if (settled === path) return;
  if (!isApi && (method === 'GET' || method === 'HEAD')) return redirectTo(request, settled + query);
  request.path = settled;
};
