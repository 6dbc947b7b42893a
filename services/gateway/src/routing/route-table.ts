/** The route table: which service answers which path. Only listed paths are reachable from outside. */
import { upstreamOf } from '@order-hub/shared/api-upstreams';
import type { Route, UpstreamName } from '../request/route.ts';

/** The largest body of all: that of a catalog. */
export const bodyBytesMax = 32 * 1024 * 1024;
/** No less than the largest limit of the service's endpoints, which check their own (docs/api/limits.md#body-sizes). */
const bodyBytesMaxOf = (upstream: UpstreamName) => (upstream === 'catalog' ? bodyBytesMax : 11 * 1024 * 1024);
const pageBodyBytesMax = 64 * 1024;
const filesBodyBytesMax = 2 * 1024 * 1024;

const highLoadLists =
  /^\/(?:(?:location|account|locations\/[^/]+|accounts\/[^/]+)\/orders|customer_lists\/[^/]+\/customers)$/;
const wholeCatalog = /^\/catalogs\/[^/]+$/;

/** Ignores what follows a second question mark, as the services do. */
const hidesContent = (query: string) => (query.split('?', 2)[1] ?? '').split('&').includes('hide_data=true');

const isReading = (method: string | undefined) => method === 'GET' || method === 'HEAD';

/** Whether a request is a high load query (docs/api/limits.md#high-load-queries). */
export function isHighLoad(method: string | undefined, path: string, query: string): boolean {
  if (!isReading(method)) return false;
  return highLoadLists.test(path) || (wholeCatalog.test(path) && !hidesContent(query));
}

const partsOfParts = 'products/[^/]+/skus|option_lists/[^/]+/options|locations?(?:/[^/]+)?/inventory';
const partLists = `categories|products|option_lists|deals|charges|discounts|images|${partsOfParts}`;
/** Lists that are not high load queries, but whose responses may be long too. */
const longLists = new RegExp(`^/(?:catalogs/[^/]+/(?:${partLists})|callback/(?:events|deliveries)|requests)$`);

/** Whether a response is likely to be long (docs/api/limits.md#large-requests). */
export const isLong = (method: string, path: string, query: string) =>
  isHighLoad(method, path, query) || (isReading(method) && longLists.test(path));

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/**
 * The pages of auth: those of OAuth, and those where passwords are typed and sessions begin and end, with the files that all
 * pages share. At the last path RFC 8414 puts the metadata of the issuer `…/oauth2/v1`.
 */
const pagesOfAuth = [
  /^\/oauth2\/v1(?:\/|$)/,
  /^\/back-office\/(?:assets\/|(?:log-in|log-out|sign-up|join|join\/sign-up|confirm|new-password|forgot-password|verify-email|profile\/(?:password|sessions|history|email))$|(?:log-in|profile)\/second-factor(?:\/|$))/,
  /^\/favicon\.ico$/,
  /^\/\.well-known\/oauth-authorization-server\/oauth2\/v1$/,
];

/** Those of the user, and the documentation. */
const pagesOfBackOffice = /^\/(?:$|(?:back-office|docs)(?:\/|$)|docs\.md$|llms\.txt$)/;

/** The service of a page. */
function pageUpstreamOf(path: string): UpstreamName | undefined {
  if (pagesOfAuth.some((pattern) => pattern.test(path))) return 'auth';
  return pagesOfBackOffice.test(path) ? 'back-office' : undefined;
}

/** Pages whose forms have files: pictures of products, and menus as CSV. */
const withFiles = /^\/back-office\/locations\/[^/]+\/menus\/[^/]+\/(?:import(?:\/confirm)?|products\/[^/]+\/pictures)$/;

const live = /^\/back-office\/locations\/[^/]+\/orders\/stream$/;

const fileOfOrders = /^\/back-office\/locations\/[^/]+\/orders\/export$/;
const ofClients = new Set(['/oauth2/v1/token', '/oauth2/v1/revoke']);

type RoutedRequest = { method: string; path: string; query: string; isApi: boolean };

const apiPartOf = (upstream: UpstreamName, { method, path, query }: Omit<RoutedRequest, 'isApi'>) => ({
  isHighLoad: isHighLoad(method, path, query),
  isLong: isLong(method, path, query),
  bodyBytesMax: bodyBytesMaxOf(upstream),
  isLive: false,
  isOauth: false,
});

const pagePartOf = ({ method, path }: Pick<RoutedRequest, 'method' | 'path'>) => ({
  isHighLoad: false,
  isLong: isReading(method) && fileOfOrders.test(path),
  bodyBytesMax: withFiles.test(path) ? filesBodyBytesMax : pageBodyBytesMax,
  isLive: method === 'GET' && live.test(path),
  isOauth: ofClients.has(path),
});

/** The route of a request. The `path` of an API request has no `/v1`. */
export function routeOf({ method, path, query, isApi }: RoutedRequest): Route | undefined {
  if (!methods.has(method)) return undefined;
  const upstream = isApi ? upstreamOf(path) : pageUpstreamOf(path);
  if (!upstream) return undefined;
  return {
    upstream,
    ...(isApi ? apiPartOf(upstream, { method, path, query }) : pagePartOf({ method, path })),
  };
}
