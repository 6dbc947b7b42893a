/** A browser gets an HTML page even if the gateway itself refuses the request. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Hub, startHub } from './gateway.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.close());

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${hub.port}${path}`, { headers: { accept }, ...init });

test('404: a page that escapes the requested path', async () => {
  const response = await open("/not/<img>'here");
  const text = await response.text();
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">.*<title>There is no such page<\/title>/s);
  expect(text).toContain(response.headers.get('x-request-id'));
  expect(text).not.toContain('<img>');
});

test('413: a page, for a form that is too large', async () => {
  const response = await open('/back-office/log-in', { method: 'POST', body: 'x'.repeat(70_000) });
  expect(response.status).toBe(413);
  expect(await response.text()).toContain('Go back in your browser');
});

test('503: a page with Retry-After and a link, while auth and the back office are unavailable; a HEAD has no body', async () => {
  await Promise.all([hub.auth.close(), hub.backOffice.close()]);
  const response = await open('/back-office?x=1');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await response.text()).toContain('<a href="">Try again</a>');
  const head = await open('/back-office', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([503, '']);
});

test.each([
  ['the API, whatever the Accept header', '/v1/nothing', accept],
  ['a program', '/nothing', '*/*'],
  ['a program that reads JSON, while auth is unavailable', '/oauth2/v1/token', 'application/json'],
])('JSON for %s', async (_client, path, accepted) => {
  const response = await open(path, { headers: { accept: accepted } });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ error_type: expect.any(String) });
});
