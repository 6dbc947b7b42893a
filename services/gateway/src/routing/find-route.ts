import { routingError } from '@order-hub/shared/errors';
import type { GatewayStep } from '../request/public-request.ts';
import { routeOf } from './route-table.ts';
import { similarPaths } from '@order-hub/shared/similar-paths';

/** Finds the service that answers the path. Runs before the caller is known. Throws routing_error. */
export const findRoute: GatewayStep = (request) => {
  const { req, path, query, isApi } = request;
  const { method = '' } = req;
  const innerPath = isApi ? path.slice('/v1'.length) : path;
  const route = routeOf({ method, path: innerPath, query, isApi });
  if (!route) throw routingError(method, path, similarPaths(path));
  request.path = innerPath;
  request.route = route;
};
