/** What the gateway's errors tell, and the document that it serves. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let hub: Awaited<ReturnType<typeof startHub>>;
beforeAll(async () => {
  hub = await startHub({ PUBLIC_URL: 'https://hub.test', RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '1' });
  connect(hub.auth, 'token');
});
afterAll(() => hub.close());

test('an unknown path that lacks its start names the path that was meant', async () => {
  const { status, body } = await hub.call('GET /v1/orders', { token: 'token' });
  expect([status, body.code]).toEqual([404, 'routing_error']);
  expect(body.message).toContain('/v1/location/orders');
  expect(body.documentation_url).toBe('https://hub.test/docs/errors#routing_error');
});

test('a 429 names the limit of high load queries', async () => {
  const list = () => hub.call('GET /v1/location/orders', { token: 'token' });
  await list();
  const { status, body } = await list();
  expect([status, body.limit]).toEqual([429, 'high-load']);
  expect(body.message).toContain('"high-load"');
});

test('a service gets the preference of the client, and a web page may send it', async () => {
  const headers = { Prefer: 'handling=strict' };
  await hub.call('POST /v1/location/orders', { token: 'token', body: {}, headers });
  expect(hub.orders.received.at(-1)!.headers).toMatchObject({ prefer: 'handling=strict' });
  const preflight = await hub.call('OPTIONS /v1/location/orders', { headers: { Origin: 'https://shop.test' } });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
});

test.each([
  [undefined, 'handling=strict'],
  ['respond-async', 'respond-async, handling=strict'],
  // Of several of a name the first counts.
  ['handling=lenient', 'handling=lenient, handling=strict'],
  ['handling=strict', 'handling=strict, handling=strict'],
])('a client that switched strict handling on prefers it; with %j the service gets %j', async (prefer, expected) => {
  const caller = connect(hub.auth, 'strict');
  hub.auth.tokens.set('strict', { status: 'active', caller, is_strict: true });
  const headers = prefer === undefined ? {} : { Prefer: prefer };
  await hub.call('POST /v1/location/orders', { token: 'strict', body: {}, headers });
  expect(hub.orders.received.at(-1)!.headers).toMatchObject({ prefer: expected });
});

describe('the API document', () => {
  type Server = { url: string };
  let text: string;
  beforeAll(async () => {
    text = JSON.stringify((await hub.call('GET /v1/openapi.json')).body);
  });

  test('has the address of the hub, for the token endpoint too', () => {
    const { servers, paths } = JSON.parse(text) as {
      servers: Server[];
      paths: Record<string, { post?: { servers?: Server[] } }>;
    };
    expect(servers.map(({ url }) => url)).toEqual(['https://hub.test/v1']);
    expect(paths['/oauth2/v1/token']?.post?.servers?.map(({ url }) => url)).toEqual(['https://hub.test/']);
  });

  test('links to pages and headings of the guide that exist, and nowhere else', () => {
    const links = [...text.matchAll(/(?:\]\(|"externalDocs":\{[^}]*"url":")([^)"]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(100);
    for (const link of links) {
      if (link === 'https://hub.test/docs') continue;
      const [, page = '', heading] = /^https:\/\/hub\.test\/docs\/([\w-]+)(?:#([\w-]+))?$/.exec(link) ?? [link];
      const file = `${root}/docs/api/${page}.md`;
      expect([link, existsSync(file)]).toEqual([link, true]);
      const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-'),
      );
      if (heading !== undefined) expect([link, headings.includes(heading)]).toEqual([link, true]);
    }
    expect(text).not.toContain('docs/api/');
  });
});
