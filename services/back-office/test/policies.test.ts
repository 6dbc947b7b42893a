/** Every page of the back office declares who may open it. */
import { expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import type { Who } from '@order-hub/pages/visit';
import { endpoints } from '../src/app.ts';

const declared: (Endpoint & { who?: Who })[] = endpoints;
const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('only the root page and the documentation are open to everyone; what is left answers 404', () => {
  expect(declared.filter(({ who }) => who === 'anyone').map(routeOf)).toEqual(['GET /']);
  const isDocs = ({ path }: { path: string }) => /^\/docs\b|^\/llms\.txt$/.test(path);
  const others = declared.filter(({ who }) => who === undefined);
  expect(others.filter((route) => !isDocs(route)).map(routeOf)).toEqual(['GET /back-office/*rest']);
  expect(others.filter(isDocs).filter(({ method, access }) => method !== 'GET' || access !== 'public')).toEqual([]);
});

test('the pages of operators are for operators', () => {
  const pages = declared.filter(({ path }) => /^\/back-office\/(operators?|audit)\b/.test(path));
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter(({ who }) => !who?.endsWith('operator')).map(routeOf)).toEqual([]);
});

test('every route is declared once', () => {
  const routes = declared.map(routeOf);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});
