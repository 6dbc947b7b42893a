/** Every endpoint of the service declares who may call it. */
import { expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { endpoints } from '../src/app.ts';
import type { Who } from '@order-hub/pages/visit';

const declared: (Endpoint & { who?: Who })[] = endpoints;
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Endpoints open to everyone that are no page: they authenticate in their own way, or show public data. */
const openAndNoPage = [
  'POST /oauth2/v1/token',
  'POST /oauth2/v1/revoke',
  'GET /.well-known/oauth-authorization-server/oauth2/v1',
  'GET /back-office/assets/:id',
  'GET /back-office/assets/logos/:digest',
  'GET /favicon.ico',
  'GET /oauth2/v1/authorize',
];

/** Pages that work before log-in. Before adding one, consider how many guesses it allows. */
const openPages = [
  '/back-office/log-in',
  '/back-office/log-in/second-factor',
  '/back-office/sign-up',
  '/back-office/new-password',
  '/back-office/forgot-password',
  '/back-office/verify-email',
  '/back-office/join',
  '/back-office/join/sign-up',
];

/** What a connection may call without a permission: its own location and account. */
const withoutPermission = /^(GET|PATCH) \/(locations|accounts)\b/;

/** Who may call an endpoint; undefined if no rule says so. */
function ruleOf(endpoint: Endpoint & { who?: Who }): string | undefined {
  const { access, callers, needs, path, who } = endpoint;
  const route = routeOf(endpoint);
  if (typeof access === 'object' && 'principals' in access) {
    return path.startsWith('/management/') ? access.principals.join(' and ') : undefined;
  }
  if (access === 'internal') return callers.length > 0 ? `our own ${callers.join(', ')}` : undefined;
  if (access !== 'public') return needs !== undefined || withoutPermission.test(route) ? 'a connection' : undefined;
  if (who === undefined) return openAndNoPage.includes(route) ? 'everyone' : undefined;
  if (who === 'anyone') return openPages.includes(path) ? 'everyone' : undefined;
  return `page: ${who}`;
}

test.each(declared.map((endpoint) => [routeOf(endpoint), ruleOf(endpoint)]))('%s is for: %s', (_, rule) => {
  expect(rule).toBeDefined();
});

test('every route is declared once', () => {
  const routes = declared.map(routeOf);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});
