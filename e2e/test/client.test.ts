import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, createClient } from '@order-hub/client';
import { orderableMenu } from '@order-hub/client/menu';
import { authorisationUrl, codeOf, exchangeCode, revokeToken } from '@order-hub/client/oauth';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { findProgram } from '../src/find-program.ts';
import { root } from '../src/root.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { passedHubs, type SharedHub } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';
import { expectedResult, programInput } from './runtimes/input.ts';

/** packages/client against a hub: each kind of call, and the examples of its README as they are printed. */
describe('the client for JavaScript', () => {
  const installMs = 120_000;

  const margherita = { product_name: 'Margherita', price: '9.80 EUR', quantity: '2' };

  const onePixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  overEveryBus('the client', (hub) => {
    const authUrl = hub.base_url.replace(/\/v1$/, '/oauth2/v1');
    let shop: Connected;
    let website: Client;
    let till: Client;
    let chain: Client;
    let stranger: Client;
    let location_id: string;
    let account_id: string;

    const failed = async (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => error,
      );

    beforeAll(async () => {
      const tenant = await aTenant(hub);
      ({ account_id } = tenant);
      [location_id] = tenant.location_ids;
      shop = await tenant.connect('Website', { location_id });
      website = shop.api;
      ({ api: till } = await tenant.connect('Till', { location_id }));
      ({ api: chain } = await tenant.connect('Chain', { account_id }));
      const elsewhere = await aTenant(hub);
      ({ api: stranger } = await elsewhere.connect('Stranger', { location_id: elsewhere.location_ids[0] }));
    });

    test('creates, retrieves, updates and lists orders, by the short and the long path', async () => {
      const order = await website.createOrder({ body: { status: 'new', items: [margherita] } });
      expect(order.total).toBe('19.60 EUR');
      expect(await website.retrieveOrder({ order_id: order.id })).toEqual(order);
      expect((await chain.retrieveOrder({ location_id, order_id: order.id })).id).toBe(order.id);
      const updated = await till.updateOrder({ order_id: order.id, body: { status: 'accepted' } });
      expect(updated.status).toBe('accepted');
      expect(await chain.retrieveAccount()).toMatchObject({ id: account_id });
      const later = await website.createOrder({ body: { status: 'new' } });
      const ids = [order.id, later.id];
      for (const list of [website.listOrders({ count: 1 }), chain.listAccountOrders({ count: 1 })]) {
        expect((await list.toArray()).map(({ id }) => id)).toEqual(ids);
      }
      const { items, next } = await website.listOrders({ count: 1 }).page();
      expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
      expect((await website.listOrders({ count: 1, cursor: next ?? '' }).page()).items[0]?.id).toBe(later.id);
    });

    test('throws what the hub answers', async () => {
      const body = { status: 'new', items: [{ ...margherita, price: '9.8 EUR' }] } as const;
      expect(await failed(website.createOrder({ body: { ...body, items: [...body.items] } }))).toMatchObject({
        ...{ status: 422, code: 'invalid_fields', details: [{ field: 'items.0.price', code: 'not_money' }] },
        requestId: expect.stringMatching(/./),
      });
      const { id } = await website.createOrder({ body: { status: 'new' } });
      expect(await failed(stranger.retrieveOrder({ order_id: id }))).toMatchObject({ status: 404, code: 'not_found' });
      expect(await failed(stranger.retrieveOrder({ location_id, order_id: id }))).toMatchObject({ status: 404 });
      expect(await failed(chain.createOrder({ body: { status: 'new' } }))).toMatchObject({ status: 403 });
      const nobody = createClient({ baseUrl: hub.base_url, token: 'wrong' });
      expect(() => createClient({ baseUrl: hub.base_url, token: '' })).toThrow('createClient needs a token');
      expect(await failed(nobody.retrieveLocation())).toMatchObject({ status: 401, code: 'access_token_invalid' });
    });

    test('uploads an image and gets its bytes', async () => {
      const { id: catalog_id } = await website.createCatalog({ body: { name: 'Images', data: {} } });
      const image = await website.createImage({ catalog_id, body: new Blob([onePixel], { type: 'image/png' }) });
      const bytes = await website.retrieveImageBytes({ catalog_id, image_id: image.id });
      expect(Buffer.from(await bytes.arrayBuffer()).equals(onePixel)).toBe(true);
    });

    test('shows what can be ordered', async () => {
      const at = new Date('2026-06-17T12:30:00Z');
      const categories = ['FOOD', 'EMPTY'].map((ref) => ({ ref, name: ref }));
      const product = (ref: string, sku: object) => ({
        ...{ ref, name: ref, category_ref: 'FOOD' },
        skus: [{ ref, price: '5.00 EUR', ...sku }],
      });
      const lists = { option_list_refs: ['TOPPINGS'] };
      const catalog = await website.createCatalog({
        body: {
          name: 'Orderable',
          data: {
            categories,
            products: [
              product('PLAIN', { price_overrides: [{ price: '4.00 EUR', dow: '--3----' }] }),
              product('OFF', { restrictions: { enabled: false } }),
              product('SOLD', {}),
              product('TOPPED', lists),
            ],
            option_lists: [
              {
                ...{ ref: 'TOPPINGS', name: 'Toppings', min_selections: 2 },
                options: ['BASIL', 'OLIVES'].map((ref) => ({ ref, name: ref, price: '0.00 EUR' })),
              },
            ],
          },
        },
      });
      const situation = { at, timezone: 'Europe/Paris' };
      const refs = (stock: { sku_ref?: string; option_ref?: string; stock: string }[]) =>
        orderableMenu(
          catalog,
          situation,
          stock.map((entry) => ({ ...entry, expires_at: null })),
        ).products.map(({ ref, skus }) => [ref, skus[0]?.price]);
      const sold = { sku_ref: 'SOLD', stock: '0' };
      expect(refs([sold])).toEqual([
        ['PLAIN', '4.00 EUR'],
        ['TOPPED', '5.00 EUR'],
      ]);
      expect(refs([sold, { option_ref: 'BASIL', stock: '0' }])).toEqual([['PLAIN', '4.00 EUR']]);
      expect(orderableMenu(catalog, situation).categories.map(({ ref }) => ref)).toEqual(['FOOD']);
    });

    test('gives events with the states of their types', async () => {
      await till.saveCallback({ body: { url: null, events: { order: ['create'] } } });
      const { id } = await website.createOrder({ body: { status: 'new' } });
      const summary = await eventually(async () =>
        (await till.listEvents().toArray()).find(({ order_id }) => order_id === id),
      );
      const event = await till.retrieveEvent({ event_id: summary.id });
      const state = event.resource_type === 'order' && event.event_type === 'create' && event.new_state;
      expect(state && state.status).toBe('new');
      expect(await till.deleteEvent({ event_id: event.id })).toEqual({});
      expect(await failed(till.deleteEvent({ event_id: event.id }))).toMatchObject({ status: 404 });
    });

    test('asks the authorisation server, and reports what it refuses', async () => {
      const server = { authUrl, clientId: shop.client_id, clientSecret: shop.client_secret };
      const redirectUri = 'https://shop.example/back';
      const request = { authUrl, clientId: shop.client_id, redirectUri, scope: 'location[orders.write]' };
      const { url, state, codeVerifier } = await authorisationUrl(request);
      const sent = new URL(url).searchParams;
      expect(sent.get('code_challenge')).toBe(createHash('sha256').update(codeVerifier).digest('base64url'));
      expect([sent.get('state'), sent.get('code_challenge_method')]).toEqual([state, 'S256']);
      const code = codeOf(`${redirectUri}?code=unknown&state=${state}`, { authUrl, state });
      const grant = { code, redirectUri, codeVerifier };
      expect(await failed(exchangeCode(server, grant))).toMatchObject({ status: 400, code: 'invalid_grant' });
      expect(await failed(exchangeCode({ ...server, clientSecret: 'wrong' }, grant))).toMatchObject({
        ...{ status: 401, code: 'invalid_client' },
      });
      const refused = (query: string) => () => codeOf(`${redirectUri}?${query}`, { authUrl, state });
      expect(refused(`error=access_denied&state=${state}`)).toThrow(expect.objectContaining({ code: 'access_denied' }));
      expect(refused('code=a&state=other')).toThrow(expect.objectContaining({ code: 'invalid_state' }));
      const elsewhere = `code=a&state=${state}&iss=https://other.example`;
      expect(refused(elsewhere)).toThrow(expect.objectContaining({ code: 'invalid_issuer' }));
      await revokeToken(server, 'unknown');
    });

    const folder = mkdtempSync(join(tmpdir(), 'order-hub-client-'));
    beforeAll(async () => {
      const address = new URL('/docs/order-hub-client.tgz', hub.base_url).href;
      // Not the settings of this run, among them its own folder.
      const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
      const options = ['--no-audit', '--no-fund', '--prefer-offline'];
      await promisify(execFile)('npm', ['install', address, ...options], { cwd: folder, env });
    }, installMs);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
    const [calls, receiving, money, oauth, menu, menuPrices] = [...readme.matchAll(/^```js\n([^]*?)^```/gm)].map(
      ([, text = '']) => text,
    );

    /** Runs an example as a module of its own, followed by `more`. Returns what it prints. */
    async function run(code: string | undefined, more = ''): Promise<string> {
      const file = join(folder, 'example.mjs');
      writeFileSync(file, `${code}\n${more}`);
      const { access_token, client_id, client_secret } = shop;
      const own = { TOKEN: access_token, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
      const env = { ...process.env, HUB_URL: hub.base_url, AUTH_URL: authUrl, ...own };
      return (await promisify(execFile)(process.execPath, [file], { env })).stdout;
    }

    test('the README: calls', async () => {
      const printed = await run(calls);
      expect(printed).toMatch(/^19.60 EUR\n/);
      expect(printed).toMatch(/\n422 invalid_fields status unknown_value\n$/);
    });

    test('the README: a receiver', async () => {
      const event = { id: 'e', resource_type: 'order', event_type: 'create', new_state: { total: '1.00 EUR' } };
      const raw = JSON.stringify(event);
      const signature = createHmac('sha256', shop.client_secret).update(raw).digest('hex');
      const push = (given: string) =>
        `console.log((await receive(new Request('http://a', { method: 'POST', body: ${JSON.stringify(raw)}, headers: { 'x-service-hmac-sha256': '${given}' } }))).status);`;
      expect(await run(receiving, push(signature) + push('wrong'))).toBe('1.00 EUR\n200\n500\n');
    });

    test.each([
      ['amounts', money],
      ['prices of a menu', menuPrices],
    ])('the README: %s', async (_title, code) => {
      const lines = [...(code ?? '').matchAll(/^(\w+\(.*); \/\/ (.+)$/gm)];
      const checks = lines.map(([, expression = '', value = '']) => `console.log(${expression} === ${value});`);
      expect(checks).toHaveLength(4);
      expect(await run(code, checks.join('\n'))).toBe('true\n'.repeat(4));
    });

    test('the README: the menu', async () => {
      const skus = [{ ref: 'LARGE', price: '12.80 EUR' }];
      const products = [{ ref: 'NAPOLI', name: 'Napoli', category_ref: 'PIZZA', skus }];
      const data = { categories: [{ ref: 'PIZZA', name: 'Pizze' }], products };
      await website.createCatalog({ body: { name: 'Menu', data } });
      expect(await run(menu)).toContain('Napoli 12.80 EUR\n');
    });

    test('the README: access tokens', async () => {
      const more = `
      const begun = await begin();
      const back = 'https://shop.example/back?code=unknown&state=' + begun.state;
      console.log(begun.url, await finish(back, begun).catch(({ code }) => code));`;
      expect(await run(oauth, more)).toMatch(/\/oauth2\/v1\/authorize\?.*code_challenge=[\w-]{43}.* invalid_grant\n$/);
    });
  });
});

/** clients/python: its own tests against a hub, and the example of its README as it is printed. */
describe('the client for Python', () => {
  const [hub] = passedHubs().hubs as [SharedHub];

  const folder = join(root, 'clients/python');

  let shop: Connected;

  beforeAll(async () => {
    const { connect, location_ids } = await aTenant(hub);
    shop = await connect('Website', { location_id: location_ids[0] });
  });

  /** Runs Python in the folder of the client, with a connection of its own. Rejects with what it prints if it fails. */
  function python(...args: string[]) {
    const { access_token, client_id, client_secret } = shop;
    const own = { TOKEN: access_token, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
    const addresses = { HUB_URL: hub.base_url, AUTH_URL: hub.base_url.replace(/\/v1$/, '/oauth2/v1') };
    const env = { ...process.env, ...own, ...addresses, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    return promisify(execFile)('python3', args, { cwd: folder, env });
  }

  test('the tests of the client in Python pass', async () => {
    const { stderr } = await python('-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests');
    expect(stderr).toMatch(/^Ran 1[0-9] tests [^]*\nOK\n$/m);
  });

  test('the example of its README prints what it says', async () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const [, example = ''] = /^```py\n([^]*?)^```$/m.exec(readme) ?? [];
    const { stdout } = await python('-c', example);
    expect(stdout).toMatch(/^19\.60 EUR 21\.60 EUR\n/);
    expect(stdout).toMatch(/\n422 invalid_fields status unknown_value\n$/);
  });
});

/** packages/client in each runtime with a command line; `browser/apps.test.ts` has the browser. */
describe('in other runtimes', () => {
  const [hub] = passedHubs().hubs as [SharedHub];

  const main = join(root, 'e2e/test/runtimes/main.js');

  const node = [['Node', process.execPath, []]] as const;

  const others = [
    ['Deno', findProgram('DENO', 'deno'), ['run', '--allow-net', '--no-lock', '--node-modules-dir=manual']],
    ['Bun', findProgram('BUN', 'bun'), ['run']],
  ] as const;

  const runtimes = [...node, ...others.slice(0, sized(0, others.length))];

  for (const [name, program, args] of runtimes) {
    const sentence = `the client works in ${name}`;
    if (program === undefined) {
      test.skip(`${sentence} (there is none: no ${name.toUpperCase()}, none on PATH)`, () => undefined);
    } else {
      test(sentence, async () => {
        const input = JSON.stringify(await programInput(hub));
        const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1' };
        const { stdout } = await promisify(execFile)(program, [...args, main, input], { env, timeout: 30_000 });
        expect(JSON.parse(stdout)).toEqual(expectedResult);
      });
    }
  }
});
