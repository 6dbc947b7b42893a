/** The route table: which service answers which path. What it does not list cannot be reached from outside. */

export const upstreamNames = ['auth', 'orders', 'catalog', 'customers', 'events'] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/**
 * A route: the service, whether the request is a high load query, how many bytes its body may have, and whether the answer
 * is a live page: it goes on for minutes.
 */
export type Route = { upstream: UpstreamName; isHighLoad: boolean; bodyBytesMax: number; isLive: boolean };

/** At least what the endpoints of a service read; each has a limit of its own (docs/api/limits.md#body-sizes). */
const bodyBytesMaxOf = (upstream: UpstreamName) => (upstream === 'catalog' ? 32 : 11) * 1024 * 1024;

/** By the segment after a location or an account; without one, the path is that of the location or account itself. */
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

/** Ignores what follows a second question mark, as the services do. */
const hidesContent = (query: string) => (query.split('?', 2)[1] ?? '').split('&').includes('hide_data=true');

/** Whether a request is a high load query, which has a limit of its own (docs/api/limits.md#high-load-queries). */
export function isHighLoad(method: string | undefined, path: string, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return highLoadLists.test(path) || (wholeCatalog.test(path) && !hidesContent(query));
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** The last is where RFC 8414 puts the metadata of the issuer `…/oauth2/v1`. */
const open =
  /^\/(?:$|favicon\.ico$|(?:oauth2\/v1|back-office)(?:\/|$)|\.well-known\/oauth-authorization-server\/oauth2\/v1$)/;

const live = /^\/back-office\/locations\/[^/]+\/orders\/stream$/;

type Target = { method: string; path: string; query: string; isApi: boolean };

/** The route of a request. `path` is without `/v1` for the API. */
export function routeOf({ method, path, query, isApi }: Target): Route | undefined {
  if (!methods.has(method)) return undefined;
  const upstream = isApi ? upstreamOf(path) : open.test(path) ? 'auth' : undefined;
  if (!upstream) return undefined;
  return {
    upstream,
    isHighLoad: isApi && isHighLoad(method, path, query),
    bodyBytesMax: bodyBytesMaxOf(upstream),
    isLive: !isApi && method === 'GET' && live.test(path),
  };
}
