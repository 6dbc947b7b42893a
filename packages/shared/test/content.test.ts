/** Replies whose stored bytes are sent, and bodies that their handler reads. */
import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';
import { z } from 'zod';
import { fileBytes, jsonBytes } from '../src/http/request/byte-body.ts';
import { callerTokenHeader, signCallerToken } from '../src/tokens/caller-token.ts';
import { endpoint } from '../src/http/endpoint.ts';
import { forbidden } from '../src/values/errors.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';

const text = JSON.stringify({ name: 'Menu', items: Array.from({ length: 5_000 }, (_, n) => n) });
let reads = 0;
const stored = (isGzip: boolean) => ({
  version: 'v7',
  type: 'application/json; charset=utf-8',
  isGzip,
  headers: { 'Cache-Control': 'private' },
  read: () => {
    reads += 1;
    return Promise.resolve(isGzip ? gzipSync(text) : Buffer.from(text));
  },
});
const reply = z.unknown();
const endpoints = [
  endpoint('GET /gzip', { summary: 'Compressed', access: 'any', reply, handle: () => stored(true) }),
  endpoint('GET /plain', { summary: 'Plain', access: 'any', reply, handle: () => stored(false) }),
  endpoint('POST /image', {
    summary: 'Takes an image',
    access: 'any',
    body: fileBytes(['image/png', 'image/gif']),
    bodyBytesMax: 1_000,
    reply,
    handle: async ({ body }) => ({ size: (await body()).length }),
  }),
  endpoint('POST /json', {
    summary: 'Takes JSON',
    access: 'any',
    body: jsonBytes(z.object({})),
    reply,
    handle: async ({ body }) => ({ text: (await body()).toString() }),
  }),
  endpoint('POST /refusing', {
    summary: 'Refuses before it reads',
    access: 'any',
    body: fileBytes(['image/png']),
    reply,
    handle: () => {
      throw forbidden('no');
    },
  }),
];

let server: Server;
type Sent = { headers?: Record<string, string>; body?: Buffer };
let ask: (route: string, sent?: Sent) => Promise<Response>;
beforeAll(async () => {
  const host = { service: 'catalog', ...keysOf('catalog'), log: silentLog, checkReplies: false };
  const app = httpApp({
    ...host,
    endpoints,
    deps: {},
    readiness: () => Promise.resolve({ reason: null, degraded: [] }),
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  const token = await signCallerToken(testSigningKeys.gateway, { caller: aCaller(), to: 'catalog' }, new Date());
  ask = (route, { headers = {}, body } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const sent = { method, headers: { [callerTokenHeader]: token, ...headers }, ...(body && { body }) };
    return fetch(`http://127.0.0.1:${portOf(server)}${path}`, sent);
  };
});
beforeEach(() => void (reads = 0));
afterAll(() => stopListening(server));

describe('stored content', () => {
  test.each([
    ['/gzip', 'gzip', 'gzip', '"v7-gzip"'],
    ['/gzip', 'identity', null, '"v7"'],
    ['/gzip', 'gzip;q=0', null, '"v7"'],
    ['/plain', 'gzip', null, '"v7"'],
  ])('%s for Accept-Encoding %s: encoded as %s, with the tag %s', async (path, accepted, encoding, tag) => {
    const response = await ask(`GET ${path}`, { headers: { 'accept-encoding': accepted } });
    expect(await response.text()).toBe(text);
    const { headers } = response;
    expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([encoding, tag]);
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
      'private',
      'application/json; charset=utf-8',
    ]);
    expect(headers.get('vary')).toBe(path === '/gzip' ? 'Accept-Encoding' : null);
  });

  test.each(['"v7-gzip"', 'W/"v7-gzip"', '"old", "v7-gzip"', '*'])(
    'a client that has %s gets 304, and the content is not read',
    async (tag) => {
      const response = await ask('GET /gzip', { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, '"v7-gzip"', '']);
      expect(reads).toBe(0);
    },
  );

  test('another version is sent whole, and each encoding has its own tag', async () => {
    for (const tag of ['"v6-gzip"', '"v7"']) {
      const response = await ask('GET /gzip', { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } });
      expect([response.status, await response.text()]).toEqual([200, text]);
    }
  });

  test('HEAD has the headers, and reads nothing', async () => {
    const response = await ask('HEAD /gzip');
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, '"v7-gzip"', '']);
    expect(reads).toBe(0);
  });
});

describe('a body that the handler reads', () => {
  const post = (path: string, type: string | undefined, body: string) =>
    ask(`POST ${path}`, { body: Buffer.from(body), headers: type ? { 'content-type': type } : {} });

  test('arrives as it was sent', async () => {
    expect(await (await post('/image', 'image/png; x=y', 'abc')).json()).toEqual({ size: 3 });
    expect(await (await post('/json', 'application/json', '{not parsed')).json()).toEqual({ text: '{not parsed' });
  });

  test.each([
    ['/image', 'image/tiff'],
    ['/image', undefined],
    ['/json', 'text/plain'],
  ])('%s of the type %s: 415', async (path, type) => {
    const response = await post(path, type, 'abc');
    expect([response.status, ((await response.json()) as { error_type: string }).error_type]).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  test('over the limit: 413', async () => {
    expect((await post('/image', 'image/gif', 'x'.repeat(1_001))).status).toBe(413);
  });

  test('is not read by a handler that refuses', async () => {
    expect((await post('/refusing', 'image/png', 'x'.repeat(500_000))).status).toBe(403);
  });
});
