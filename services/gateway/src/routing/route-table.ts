/** The route table: which service answers which path. Only listed paths are reachable from outside. */
import type { Route, UpstreamName } from '../request/route.ts';

/** No less than the largest limit of the service's endpoints, which check their own (docs/api/limits.md#body-sizes). */
const bodyBytesMaxOf = (upstream: UpstreamName) => (upstream === 'catalog' ? 32 : 11) * 1024 * 1024;

/** By the segment after a location or an account. Without such a segment the path is the location's or account's own. */
const ofLocationOrAccount: ReadonlyMap<string, UpstreamName> = new Map([
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
  if (first === 'locations' || first === 'accounts') return ofLocationOrAccount.get(third);
  if (first === 'location' || first === 'account') return ofLocationOrAccount.get(second);
  return byFirstSegment.get(first);
}

const highLoadLists =
  /^\/(?:(?:location|account|locations\/[^/]+|accounts\/[^/]+)\/orders|customer_lists\/[^/]+\/customers)\/?$/i;
const wholeCatalog = /^\/catalogs\/[^/]+\/?$/;

/** Ignores what follows a second question mark, as the services do. */
const hidesContent = (query: string) => (query.split('?', 2)[1] ?? '').split('&').includes('hide_data=true');

/** Whether a request is a high load query (docs/api/limits.md#high-load-queries). */
export function isHighLoad(method: string | undefined, path: string, query: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return highLoadLists.test(path) || (wholeCatalog.test(path) && !hidesContent(query));
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/**
 * The pages of auth: those of OAuth, and those where passwords are typed and sessions begin and end, with the files that all
 * pages share. At the last path RFC 8414 puts the metadata of the issuer `…/oauth2/v1`.
 */
const pagesOfAuth = [
  /^\/oauth2\/v1(?:\/|$)/,
  /^\/back-office\/(?:assets\/|(?:log-in|log-out|sign-up|confirm|new-password|profile\/password|profile\/sessions)\/?$)/,
  /^\/favicon\.ico$/,
  /^\/\.well-known\/oauth-authorization-server\/oauth2\/v1$/,
];

const pagesOfBackOffice = /^\/(?:$|back-office(?:\/|$))/;

/** The service of a page. */
function pageUpstreamOf(path: string): UpstreamName | undefined {
  if (pagesOfAuth.some((pattern) => pattern.test(path))) return 'auth';
  return pagesOfBackOffice.test(path) ? 'back-office' : undefined;
}

const live = /^\/back-office\/locations\/[^/]+\/orders\/stream$/;

type RoutedRequest = { method: string; path: string; query: string; isApi: boolean };

/** The route of a request. The `path` of an API request has no `/v1`. */
export function routeOf({ method, path, query, isApi }: RoutedRequest): Route | undefined {
  if (!methods.has(method)) return undefined;
  const upstream = isApi ? upstreamOf(path) : pageUpstreamOf(path);
  if (!upstream) return undefined;
  return {
    upstream,
    isHighLoad: isApi && isHighLoad(method, path, query),
    bodyBytesMax: bodyBytesMaxOf(upstream),
    isLive: !isApi && method === 'GET' && live.test(path),
  };
}
