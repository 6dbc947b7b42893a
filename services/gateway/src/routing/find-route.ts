import { routingError } from '@order-hub/shared/errors';
import type { Step } from '../pipeline/public-request.ts';
import { routeOf } from './route-table.ts';

/** Finds the service, before the caller is known. Throws routing_error. */
export const findRoute: Step = (request) => {
  const { req, path, query, isApi } = request;
  const { method = '' } = req;
  const inner = isApi ? path.slice('/v1'.length) : path;
  const route = routeOf({ method, path: inner, query, isApi });
  if (!route) throw routingError(method, path);
  request.path = inner;
  request.route = route;
};
