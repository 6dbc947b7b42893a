/** The route table: which service answers which path. What is not listed here cannot be reached from publicAddress. */
import { routingError } from '@order-hub/shared/errors';
import type { Route, Step } from '../pipeline/public-request.ts';

export const upstreamNames = ['auth', 'orders', 'catalog', 'customers', 'events'] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/** What a location and an account hold, by the path segment behind them; nothing behind them is the place itself. */
const ofPlace: ReadonlyMap<string, UpstreamName> = new Map([
  ['', 'auth'],
  ['orders', 'orders'],
  ['catalogs', 'catalog'],
  ['customer_lists', 'customers'],
]);

const byFirstSegment: ReadonlyMap<string, UpstreamName> = new Map([
  ['user', 'auth'],
  ['catalogs', 'catalog'],
  ['customer_lists', 'customers'],
  ['callback', 'events'],
]);

/** The service of an API path (without `/v1`), in its long or its short form. */
export function upstreamOf(path: string): UpstreamName | undefined {
  const [, first = '', second = '', third = ''] = path.split('/', 4);
  if (first === 'locations' || first === 'accounts') return ofPlace.get(third);
  if (first === 'location' || first === 'account') return ofPlace.get(second);
  return byFirstSegment.get(first);
}

const highLoadLists =
  /^\/(?:(?:location|account|locations\/[^/]+|accounts\/[^/]+)\/orders|customer_lists\/[^/]+\/customers)\/?$/i;
const wholeCatalog = /^\/catalogs\/[^/]+\/?$/;

/** As the services read a query: only what stands before a second question mark counts. */
const hidesContent = (query: string) => (query.split('?', 2)[1] ?? '').split('&').includes('hide_data=true');

/** The queries with a limit of their own (contract, "Limits"; DESIGN, section 5). */
export function isHighLoad(method: string | undefined, path: string, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return highLoadLists.test(path) || (wholeCatalog.test(path) && !hidesContent(query));
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const open = /^\/(?:oauth2\/v1|back-office)(?:\/|$)/;

function routeOf({
  method,
  path,
  query,
  isApi,
}: {
  method: string;
  path: string;
  query: string;
  isApi: boolean;
}): Route | undefined {
  if (!methods.has(method)) return undefined;
  if (!isApi) return open.test(path) ? { upstream: 'auth', isHighLoad: false } : undefined;
  const upstream = upstreamOf(path);
  return upstream && { upstream, isHighLoad: isHighLoad(method, path, query) };
}

/** Finds the service, before anybody is asked who is calling. Throws routing_error. */
export const findRoute: Step = (request) => {
  const { req, path, query, isApi } = request;
  const { method = '' } = req;
  const inner = isApi ? path.slice('/v1'.length) : path;
  const route = routeOf({ method, path: inner, query, isApi });
  if (!route) throw routingError(method, path);
  request.path = inner;
  request.route = route;
};
