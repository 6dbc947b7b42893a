/** Endpoints that anyone may call, and bodies that may be forms. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callOn } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { z } from 'zod';
import { endpoint, replyWith } from '../src/http/endpoint.ts';
import { ApiError } from '../src/values/errors.ts';
import { formOrJson } from '../src/http/request/form-body.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';

const fields = z.object({ name: z.string().max(20), other: z.string().optional() });

const endpoints = [
  endpoint('POST /open/forms', {
    summary: 'Takes a form',
    access: 'public',
    body: formOrJson(fields),
    bodyBytesMax: 1_000,
    reply: z.object({ body: fields, agent: z.string() }),
    refuse: ({ status, message }) =>
      new ApiError('bad_request', message, { fields: { was: String(status) }, headers: { 'X-Refused': 'yes' } }),
    handle: ({ body }, { headers }) => replyWith({ 'X-Own': 'yes' }, { body, agent: headers['user-agent'] ?? '' }),
  }),
  endpoint('POST /open/json', {
    summary: 'Takes JSON',
    access: 'public',
    body: fields,
    reply: fields,
    handle: ({ body }) => body,
  }),
  endpoint('GET /open/leak', {
    summary: 'Leaks a field',
    access: 'public',
    reply: z.strictObject({}),
    handle: () => replyWith({}, { secret: 1 }),
  }),
];

let server: Server;
let call: ReturnType<typeof callOn>;
beforeAll(async () => {
  const host = { service: 'things', deps: {}, ...keysOf('orders'), log: silentLog, checkReplies: true };
  server = await listen(
    httpApp({ ...host, endpoints, readiness: () => Promise.resolve({ reason: null, degraded: [] }) }),
    {
      host: '127.0.0.1',
      port: 0,
    },
  );
  call = callOn(portOf(server));
});
afterAll(() => stopListening(server));

const form = 'application/x-www-form-urlencoded';
const send = (body: string, type = form, path = 'forms') =>
  call(`POST /open/${path}`, { body, headers: { 'content-type': type, 'user-agent': 'till' } });

describe('a form', () => {
  test.each([
    ['name=a', { name: 'a' }],
    ['name=a+b%20c&other=%C3%A9%3D%26', { name: 'a b c', other: 'é=&' }],
    ['name=&unknown=1', { name: '' }],
  ])('%s', async (text, body) => {
    expect((await send(text)).body).toEqual({ body, agent: 'till' });
  });

  test.each([form, `${form};charset=UTF-8`, 'Application/X-WWW-Form-Urlencoded; charset="utf-8"'])(
    'as %s',
    async (type) => {
      expect((await send('name=a', type)).status).toBe(200);
    },
  );

  test.each([
    ['a repeated parameter, which is ambiguous', 'name=a&name=a', form, ['400', /name is given twice/]],
    ['a missing field', 'other=a', form, ['422', /name/]],
    ['a text that is too long', `name=${'x'.repeat(21)}`, form, ['422', /name/]],
    ['U+0000', 'name=%00', form, ['422', /U\+0000/]],
    ['too many bytes', 'x'.repeat(1_001), form, ['413', /1000 bytes/]],
    ['another charset', 'name=a', `${form}; charset=latin1`, ['415', /form-urlencoded or application\/json/]],
    ['another type', 'name=a', 'text/plain', ['415', /text\/plain/]],
  ] as const)('refused: %s', async (_name, text, type, [was, message]) => {
    const { status, body, headers } = await send(text, type);
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: expect.stringMatching(message), error_type: 'bad_request', was });
    expect([headers.get('x-refused'), headers.get('cache-control')]).toEqual(['yes', 'no-store']);
  });

  test('with bytes that are not UTF-8 is refused', async () => {
    const response = await fetch(`http://127.0.0.1:${portOf(server)}/open/forms`, {
      method: 'POST',
      headers: { 'content-type': form },
      body: new Uint8Array([0x6e, 0xff]),
    });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ was: '400' })]);
  });

  test('is accepted only by endpoints that declare it', async () => {
    expect((await send('name=a', form, 'json')).status).toBe(415);
    expect((await send('{"name":"a"}', 'application/json', 'json')).body).toEqual({ name: 'a' });
  });
});

test('the same body as JSON', async () => {
  expect((await send('{"name":"a"}', 'application/json')).body.body).toEqual({ name: 'a' });
  expect((await send('name=a', 'application/json')).body.was).toBe('400');
});

test('a reply has its own headers, and is never cached', async () => {
  const { headers } = await send('name=a');
  expect([headers.get('x-own'), headers.get('cache-control')]).toEqual(['yes', 'no-store']);
});

test('a reply with headers is checked like any other', async () => {
  expect((await call('GET /open/leak')).status).toBe(500);
});
