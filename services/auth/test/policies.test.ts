/** Every endpoint of the service says who may call it. A new one without a rule fails here. */
import { expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { endpoints } from '../src/app.ts';
import type { Who } from '../src/pages/page.ts';

const declared: (Endpoint & { who?: Who })[] = endpoints;
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Open to everybody, and no page: those who call say who they are in their own way, or are shown what all may see. */
const openAndNoPage = [
  'POST /oauth2/v1/token',
  'POST /oauth2/v1/revoke',
  'GET /.well-known/oauth-authorization-server/oauth2/v1',
  'GET /back-office/assets/:id',
  'GET /favicon.ico',
  'GET /back-office/*rest',
  'GET /oauth2/v1/authorize',
];

/** Pages before one has logged in. Whoever adds one must think of who guesses, and of how often. */
const openPages = ['/', '/back-office/log-in', '/back-office/sign-up', '/back-office/new-password'];

/** What a connection may call without a permission: what it can see of where it belongs. */
const withoutPermission = /^(GET|PATCH) \/(locations|accounts)\b/;

/** The rule of an endpoint, in words; undefined if it has none. */
function ruleOf(endpoint: Endpoint & { who?: Who }): string | undefined {
  const { access, callers, needs, path, who } = endpoint;
  const route = routeOf(endpoint);
  if (access === 'internal') return callers.length > 0 ? `our own ${callers.join(', ')}` : undefined;
  if (access === 'operator') return path.startsWith('/operator/') ? 'who has the operator key' : undefined;
  if (access !== 'public') return needs !== undefined || withoutPermission.test(route) ? 'a connection' : undefined;
  if (who === undefined) return openAndNoPage.includes(route) ? 'everybody' : undefined;
  if (who === 'anyone') return openPages.includes(path) ? 'everybody' : undefined;
  return `page: ${who}`;
}

test.each(declared.map((endpoint) => [routeOf(endpoint), ruleOf(endpoint)]))('%s is for: %s', (_, rule) => {
  expect(rule).toBeDefined();
});

test('the pages of operators are for operators', () => {
  const pages = declared.filter(({ path }) => /^\/back-office\/operators?\b/.test(path));
  expect(pages.filter(({ who }) => who !== 'operator').map(routeOf)).toEqual([]);
});

test('every route is there once', () => {
  const routes = declared.map(routeOf);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});
