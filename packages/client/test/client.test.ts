import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { type ClientOptions, createClient, HubError } from '../src/client.ts';
import { type HubEvent, parseEvent } from '../src/events.ts';
import { dealPrice, discountAmount } from '../src/menu.ts';
import { addMoney, formatMoney, multiplyMoney, parseMoney } from '../src/money.ts';
import { verifySignature, verifyWebhook } from '../src/signature.ts';

/** How the client behaves when answers are errors, late or missing: over HTTP, with a server that answers as it is told. */
describe('calls', () => {
  type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'break';

  let server: Server;
  let baseUrl: string;
  let replies: Reply[] = [];
  let requests: { req: IncomingMessage; body: string }[] = [];

  beforeAll(async () => {
    server = createServer(async (req, res) => {
      requests.push({ req, body: Buffer.concat(await req.toArray()).toString() });
      const reply = replies.shift() ?? { status: 200, body: { id: 'done' } };
      if (reply === 'break') return req.socket.destroy();
      if (reply === 'hang') return;
      res.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      res.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    replies = [];
    requests = [];
  });

  const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl, token: 'token', ...options });
  const create = (options = {}, call = {}) => client(options).createOrder({ body: { status: 'new' } }, call);
  const failed = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: HubError) => error,
    );
  const keys = () => requests.map(({ req }) => req.headers['idempotency-key']);
  const now = { 'retry-after': '0' };

  describe('what the hub refused is sent again', () => {
    test.each([429, 503])('after %d, with the same key and body', async (status) => {
      replies = [
        { status, headers: now },
        { status, headers: now },
      ];
      expect(await create()).toEqual({ id: 'done' });
      expect(requests.map(({ body }) => body)).toEqual(Array(3).fill('{"status":"new"}'));
      expect(keys()[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(new Set(keys()).size).toBe(1);
    });

    test('at most as often as the client allows', async () => {
      replies = Array(3).fill({ status: 503, headers: now, body: { error_type: 'service_unavailable' } });
      expect(await failed(create({ maxRetries: 1 }))).toMatchObject({ status: 503, code: 'service_unavailable' });
      expect(requests).toHaveLength(2);
    });

    test('not if the hub asks for a longer wait than the client allows', async () => {
      replies = [{ status: 429, headers: { 'retry-after': '61' } }];
      expect(await failed(create())).toMatchObject({ status: 429, retryAfterSeconds: 61 });
      expect(requests).toHaveLength(1);
    });

    test('after a date too', async () => {
      replies = [{ status: 503, headers: { 'retry-after': new Date(0).toUTCString() } }];
      expect(await create()).toEqual({ id: 'done' });
    });

    test('not once the call is aborted', async () => {
      replies = [{ status: 503, headers: { 'retry-after': '50' } }];
      const controller = new AbortController();
      const call = create({ onResponse: () => setTimeout(() => controller.abort(new Error('closed'))) }, controller);
      await expect(call).rejects.toThrow('closed');
      expect(requests).toHaveLength(1);
    });
  });

  describe('what may have been carried out', () => {
    const unknown: [string, Reply][] = [
      ['504', { status: 504, headers: now, body: { error_type: 'outcome_unknown' } }],
      ['a broken connection', 'break'],
    ];

    test.each(unknown)('after %s is sent again with its key', async (_, reply) => {
      replies = [reply];
      expect(await create()).toEqual({ id: 'done' });
      expect(new Set(keys()).size).toBe(1);
    });

    test.each(unknown)('after %s is not sent again without a key', async (_, reply) => {
      replies = [reply];
      expect(await failed(create({ idempotencyKeys: false }))).toBeInstanceOf(HubError);
      expect(keys()).toEqual([undefined]);
    });

    test.each(unknown)('after %s is sent again if it only reads, and never if it deletes', async (_, reply) => {
      replies = [reply];
      await client().retrieveLocation();
      expect(requests).toHaveLength(2);
      replies = [reply];
      expect(await failed(client().deleteEvent({ event_id: 'event' }))).toBeInstanceOf(HubError);
      expect(requests).toHaveLength(3);
    });

    test('while the earlier attempt is under way, the next waits for it', async () => {
      replies = ['break', { status: 409, headers: now }];
      expect(await create()).toEqual({ id: 'done' });
      expect(requests).toHaveLength(3);
    });

    test('a 409 for a key that somebody else uses is an error', async () => {
      replies = [{ status: 409 }];
      expect(await failed(create({}, { idempotencyKey: 'taken' }))).toMatchObject({ status: 409, code: 'http_409' });
      expect(keys()).toEqual(['taken']);
    });

    test('a 409 because the order has another status is an error', async () => {
      replies = ['break', { status: 409, body: { code: 'status_changed', error_type: 'conflict' } }];
      expect(await failed(create())).toMatchObject({ status: 409, code: 'status_changed' });
      expect(requests).toHaveLength(2);
    });

    test('an attempt ends in time', async () => {
      replies = ['hang'];
      expect(await failed(create({ timeoutMs: 50, maxRetries: 0 }))).toMatchObject({ status: 0, code: 'timeout' });
    });
  });

  test('other errors are not repeated, and say what the hub said', async () => {
    const errors = [{ field: 'items.0.price', message: 'must be an amount', code: 'not_money' }];
    replies = [
      {
        status: 422,
        headers: { 'x-request-id': 'abc' },
        body: { message: 'No', error_type: 'unprocessable_entity', errors },
      },
      { status: 500, body: 'no JSON' },
      { status: 200, body: 'no JSON' },
    ];
    const call = () => failed(client().retrieveLocation());
    expect(await call()).toMatchObject({
      ...{ name: 'HubError', message: 'No', status: 422, code: 'unprocessable_entity' },
      ...{ details: errors, requestId: 'abc' },
    });
    expect(await call()).toMatchObject({ status: 500, code: 'http_500', details: [] });
    expect(await call()).toMatchObject({ status: 200, code: 'unreadable_answer' });
    expect(requests).toHaveLength(3);
  });

  test('a redirect is not followed: it would pass the token on', async () => {
    replies = [{ status: 302, headers: { location: `${baseUrl}/elsewhere` } }];
    expect(await failed(client({ maxRetries: 0 }).retrieveLocation())).toBeInstanceOf(HubError);
    expect(requests).toHaveLength(1);
  });

  describe('a path', () => {
    const pathOf = async (call: Promise<unknown>) => (await call, requests.at(-1)?.req.url);

    test('is short without the id of the location, and has filters in its query', async () => {
      const hub = client();
      expect(await pathOf(hub.retrieveOrder({ order_id: 'abc' }))).toBe('/v1/location/orders/abc');
      expect(await pathOf(hub.retrieveOrder({ location_id: 'l1', order_id: 'abc' }))).toBe(
        '/v1/locations/l1/orders/abc',
      );
      expect(await pathOf(hub.retrieveInventory({ catalog_id: 'c1' }))).toBe('/v1/catalogs/c1/location/inventory');
      expect(await pathOf(hub.listAccountOrders({ status: 'new', count: 5 }).page())).toBe(
        '/v1/account/orders?status=new&count=5',
      );
      expect(await pathOf(hub.listCustomers({ customer_list_id: 'c1', phone: '+336' }).page())).toBe(
        '/v1/customer_lists/c1/customers?phone=%2B336',
      );
    });

    test.each([undefined, null, '', '..', 'a/b', 7])('refuses the id %j', async (event_id) => {
      await expect(client().deleteEvent({ event_id: event_id as string })).rejects.toThrow(
        new TypeError('event_id must be an id'),
      );
      expect(requests).toEqual([]);
    });
  });

  test('a list is read page by page, as far as it is needed', async () => {
    const page = (ids: string[], next?: string): Reply => ({
      status: 200,
      headers: next === undefined ? {} : { 'x-cursor-next': next },
      body: ids.map((id) => ({ id })),
    });
    const pages = () => [page(['a', 'b'], 'second'), page([], 'third'), page(['c'])];
    const list = client().listOrders({ status: 'new' });
    replies = pages();
    expect((await list.toArray()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ req }) => new URL(req.url ?? '', baseUrl).search)).toEqual([
      '?status=new',
      '?status=new&cursor=second',
      '?status=new&cursor=third',
    ]);
    replies = pages();
    requests = [];
    for await (const { id } of list) if (id === 'b') break;
    expect(requests).toHaveLength(1);
    replies = [page(['d'])];
    expect(await client().listOrders({ cursor: 'there' }).page()).toEqual({ items: [{ id: 'd' }], next: undefined });
    expect(requests.at(-1)?.req.url).toContain('cursor=there');
  });
});

describe('webhooks', () => {
  const secret = 'a client secret';
  const raw = JSON.stringify({
    id: '0k3v9x2m7q1c',
    resource_type: 'order',
    event_type: 'create',
    new_state: { ref: 'é' },
  });
  const bytes = new TextEncoder().encode(raw);

  describe('X-Service-Hmac-SHA256', () => {
    const header = createHmac('sha256', secret).update(raw).digest('hex');

    test('of the raw body is right, as text and as bytes', async () => {
      expect(await verifySignature(raw, header, secret)).toBe(true);
      expect(await verifySignature(bytes, header, secret)).toBe(true);
    });

    test.each([
      ['another body', `${raw} `, header, secret],
      ['another secret', raw, header, 'another secret'],
      ['another signature', raw, `00${header.slice(2)}`, secret],
      ['none', raw, undefined, secret],
      ['half of it', raw, header.slice(0, 32), secret],
      ['not hexadecimal', raw, 'z'.repeat(64), secret],
      ['an empty one', raw, '', secret],
    ])('%s is wrong', async (_, body, given, key) => expect(await verifySignature(body, given, key)).toBe(false));
  });

  describe('the headers of Standard Webhooks', () => {
    const seconds = 1_700_000_000;
    const nowMs = seconds * 1_000;
    const signatureOf = (id: string, timestamp: number, key = secret) =>
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64')}`;
    const headersOf = (signature: string, timestamp = seconds) => ({
      'webhook-id': 'event',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    });
    const good = signatureOf('event', seconds);

    test('are right in every form of headers', async () => {
      expect(await verifyWebhook(raw, headersOf(good), secret, { nowMs })).toBe(true);
      expect(await verifyWebhook(bytes, new Headers(headersOf(good)), secret, { nowMs })).toBe(true);
    });

    test('may carry several signatures while a secret is rotated', async () => {
      const both = `${signatureOf('event', seconds, 'new')} ${good}`;
      expect(await verifyWebhook(raw, headersOf(both), secret, { nowMs })).toBe(true);
      expect(await verifyWebhook(raw, headersOf(both), 'new', { nowMs })).toBe(true);
      expect(await verifyWebhook(raw, headersOf(both), 'older', { nowMs })).toBe(false);
    });

    test.each([
      ['300 seconds old', 300, true],
      ['301 seconds old', 301, false],
      ['301 seconds ahead', -301, false],
    ])('a push that is %s', async (_, age, isAccepted) => {
      const now = { nowMs: nowMs + age * 1_000 };
      expect(await verifyWebhook(raw, headersOf(good), secret, now)).toBe(isAccepted);
    });

    test.each([
      ['another id', { ...headersOf(good), 'webhook-id': 'other' }],
      ['a later timestamp', headersOf(good, seconds + 1)],
      ['no timestamp', { ...headersOf(good), 'webhook-timestamp': undefined }],
      ['a timestamp that is no number', { ...headersOf(good), 'webhook-timestamp': 'now' }],
      ['another version', headersOf(good.replace('v1,', 'v2,'))],
      ['no signature', { ...headersOf(good), 'webhook-signature': undefined }],
      ['broken base64', headersOf('v1,%%%')],
    ])('%s is wrong', async (_, headers) => expect(await verifyWebhook(raw, headers, secret, { nowMs })).toBe(false));
  });

  describe('an event', () => {
    test('is parsed from text and bytes', () => {
      expect(parseEvent(bytes)).toEqual(JSON.parse(raw));
      expect(parseEvent(raw)).toEqual(JSON.parse(raw));
    });

    test.each(['', 'null', '[]', '{}', '{"id":1}', '{"id":"1","resource_type":"order"}'])('%j is none', (text) => {
      expect(() => parseEvent(text)).toThrow(SyntaxError);
    });

    test('has the states of its types', () => {
      const totalOf = (event: HubEvent): string | undefined => {
        if (event.resource_type === 'order' && event.event_type === 'create') return event.new_state.total;
        if (event.resource_type === 'order') return event.previous_state.total;
        // @ts-expect-error -- an inventory has no states.
        if (event.resource_type === 'inventory') return event.new_state;
        // @ts-expect-error -- there is no such type of event.
        return event.resource_type === 'basket' ? '' : undefined;
      };
      const event = { ...JSON.parse(raw), new_state: { total: '1.00 EUR' } } as HubEvent;
      expect(totalOf(event)).toBe('1.00 EUR');
    });
  });
});

describe('money', () => {
  const hundredths = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });

  test('what is formatted is parsed again', () => {
    fc.assert(
      fc.property(hundredths, (amount) => {
        expect(parseMoney(formatMoney({ hundredths: amount, currency: 'EUR' }))).toEqual({
          hundredths: amount,
          currency: 'EUR',
        });
      }),
    );
  });

  test.each([
    ['0.00 EUR', 0n],
    ['-0.99 EUR', -99n],
    ['-0.00 EUR', 0n],
    ['999999999999999999999999.99 EUR', 99999999999999999999999999n],
  ])('%s', (money, amount) => expect(parseMoney(money).hundredths).toBe(amount));

  test.each(['12.5 EUR', '12.50', '12.50EUR', '+1.00 EUR', '1e3 EUR', '12.50 eur', '', ' 12.50 EUR'])(
    '%j is no amount',
    (text) => expect(() => parseMoney(text)).toThrow(RangeError),
  );

  test('adds what floats would lose', () => {
    expect(addMoney('0.10 EUR', '0.20 EUR')).toBe('0.30 EUR');
    expect(addMoney('9.80 EUR', '2.00 EUR', '-11.81 EUR')).toBe('-0.01 EUR');
    expect(addMoney('999999999999999999999999.98 EUR', '0.01 EUR')).toBe('999999999999999999999999.99 EUR');
    expect(() => addMoney('1.00 EUR', '1.00 USD')).toThrow(new RangeError('1.00 USD is not in EUR'));
  });

  describe('multiplies, and rounds half away from zero', () => {
    test.each([
      ['11.80 EUR', '2', '23.60 EUR'],
      ['0.01 EUR', '0.5', '0.01 EUR'],
      ['0.01 EUR', '0.4999999999', '0.00 EUR'],
      ['-0.01 EUR', '0.5', '-0.01 EUR'],
      ['0.01 EUR', '-0.4', '0.00 EUR'],
      ['1.00 EUR', '-0.125', '-0.13 EUR'],
      ['3.33 EUR', '0', '0.00 EUR'],
    ])('%s × %s', (money, quantity, product) => expect(multiplyMoney(money, quantity)).toBe(product));

    test.each(['', '1e2', '.5', '1.', 'two'])('%j is no quantity', (quantity) => {
      expect(() => multiplyMoney('1.00 EUR', quantity)).toThrow(RangeError);
    });
  });
});

describe('the bundle', () => {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const mostBytes = 20_000;

  async function bytesOf(...modules: string[]): Promise<number> {
    const contents = modules.map((name, index) => `export * as m${index} from './${name}.ts';`).join('\n');
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: source, loader: 'ts' },
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
    });
    return outputFiles[0]?.contents.length ?? Infinity;
  }

  test('everything but the menu, bundled for browsers, is under 20 kB', async () => {
    const bytes = await bytesOf('client', 'events', 'money', 'oauth', 'signature');
    expect(bytes).toBeLessThan(mostBytes);
    expect(bytes).toBeGreaterThan(5_000);
  });
});

/** The rules of docs/api/catalogs.md that channels apply. */
describe('prices of a menu', () => {
  const sku = { id: 'pizza', price: '9.50 EUR' };

  const lineWith = (pricing_effect: 'unchanged' | 'fixed_price' | 'price_off' | 'percentage_off' | 'free') => ({
    pricing_effect,
    skus: [{ id: 'pizza', ref: 'PIZZA', extra_charge: '1.50 EUR' }],
  });

  test.each([
    ['unchanged', null, '11.00 EUR'],
    ['fixed_price', '9.00 EUR', '10.50 EUR'],
    ['fixed_price', '12.00 EUR', '13.50 EUR'],
    ['price_off', '2.00 EUR', '9.00 EUR'],
    ['price_off', '20.00 EUR', '1.50 EUR'],
    ['percentage_off', '50', '6.25 EUR'],
    ['percentage_off', '12.5', '9.81 EUR'],
    ['percentage_off', '100', '1.50 EUR'],
    ['free', null, '1.50 EUR'],
  ] as const)('within a deal: %s %s gives %s with the extra charge', (effect, pricing_value, price) => {
    expect(dealPrice({ ...lineWith(effect), pricing_value }, sku)).toBe(price);
  });

  test('within a deal: a sku without an extra charge, and one of another line', () => {
    const skus = [{ id: 'pizza', ref: 'PIZZA', extra_charge: null }];
    const line = { skus, pricing_effect: 'fixed_price', pricing_value: '9.00 EUR' } as const;
    expect(dealPrice(line, sku)).toBe('9.00 EUR');
    expect(() => dealPrice(line, { ...sku, id: 'water' })).toThrow('The sku water is not in this line of the deal');
  });

  test.each([
    ['price_off', '3.00 EUR', '23.60 EUR', '3.00 EUR'],
    ['price_off', '3.00 EUR', '2.00 EUR', '2.00 EUR'],
    ['percentage_off', '10', '23.65 EUR', '2.37 EUR'],
    ['percentage_off', '0', '23.65 EUR', '0.00 EUR'],
  ] as const)('a discount: %s %s of %s is %s', (pricing_effect, pricing_value, amount, off) => {
    expect(discountAmount({ pricing_effect, pricing_value }, amount)).toBe(off);
  });
});
