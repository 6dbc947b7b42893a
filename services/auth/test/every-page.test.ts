import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pages } from '../src/page-list.ts';
import { openBrowser } from './browser.ts';
import { pagesOf, testEveryPage } from './every-page.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { toConvert } from './to-convert.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

testEveryPage({
  hub: () => auth,
  pages: pagesOf(pages),
  expectations: { asksOthers: [], needsRequest: /^\/oauth2\/v1\/authorize\//, toConvert },
});

describe('a form that no browser sends', () => {
  const urlencoded = 'application/x-www-form-urlencoded';
  const send = async (body: string | Buffer, type = urlencoded) => {
    const path = '/back-office/log-in';
    const response = await fetch(auth.url() + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from(body),
    });
    return { status: response.status, type: response.headers.get('content-type'), html: await response.text() };
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}=`).join('&');
  const size = (bytes: number) => `email=${'x'.repeat(bytes - 6)}`;

  test.each<[string, string | Buffer, number, string]>([
    ['64 KiB and a byte', size(65_537), 413, urlencoded],
    ['10,000 fields', many(10_000), 422, urlencoded],
    ['101 fields', many(101), 422, urlencoded],
    ['a repeated field', 'email=a&email=b', 400, urlencoded],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 400, urlencoded],
    ['escaped bytes that are no UTF-8', 'email=%FF', 400, urlencoded],
    ['the character U+0000', 'email=%00', 422, urlencoded],
    ['half of a surrogate pair', 'email=%ED%A0%80', 400, urlencoded],
    ['half of a surrogate pair in JSON', '{"email":"\\ud800"}', 422, 'application/json'],
    ['a nested field in JSON', '{"email":{"a":"b"}}', 422, 'application/json'],
    ['a list in JSON', '{"email":["a","b"]}', 422, 'application/json'],
    ['no object in JSON', '[]', 422, 'application/json'],
    ['another type', 'email=a', 415, 'text/plain'],
    ['files', 'email=a', 415, 'multipart/form-data; boundary=x'],
  ])('%#: %s: a page that says so', async (_, body, status, type) => {
    const answer = await send(body, type);
    expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.html).toContain('This request is not valid');
  });

  test('64 KiB are read', async () => {
    expect((await send(size(65_536))).status).toBe(403);
  });

  test('a nested field is not the field', async () => {
    const browser = openBrowser(auth);
    const form = await browser.open('/back-office/log-in');
    const page = await browser.send(form, { 'email[a]': 'ada@example.com', password: 'correct horse battery' });
    expect(page.status).toBe(422);
  });
});
