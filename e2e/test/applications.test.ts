import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApplicationKind, certify } from '@order-hub/certification';
import { isCertified, type Report, reportText } from '@order-hub/certification/report';
import type { Client } from '@order-hub/client';
import { verifyWebhook } from '@order-hub/client/signature';
import { fillShop } from '@order-hub/simulators/shop';
import { simulateTill, simulateWebsite } from '@order-hub/simulators/simulate';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freePort } from '@order-hub/testing/free-port';
import { wideTest } from '@order-hub/testing/wide-test';
import { type HelperFlaw, startHelper } from '../src/applications/point-giver.ts';
import { createShops, type Shop } from '../src/applications/shops.ts';
import { startTill, type TillFlaw } from '../src/applications/till.ts';
import { openWebsite, type WebsiteFlaw } from '../src/applications/website.ts';
import { runHub, startHub } from '../src/command-line.ts';
import { type Receiver, startReceiver } from '../src/receiver.ts';
import { root } from '../src/root.ts';
import { apiOf, aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

/** Certification runs: of the examples and of careful applications, and of applications with one flaw, which one check finds. */
describe('certification', () => {
  const times = {
    patienceMs: 10_000,
    quietMs: 300,
    deadlineMs: 5_000,
    suspendedMs: 1_500,
    resendMs: 200,
    retryAfterSeconds: 1,
    menuAgeMs: 2_100,
  };

  /** Each flaw of a till, with the check that finds it. */
  const tillFlaws: Record<TillFlaw, string> = {
    idle: 'takes-orders',
    rude: 'acknowledges-events',
    forgetful: 'repeated-event',
    hasty: 'late-event',
    credulous: 'out-of-order-events',
    open: 'forged-event',
    narrow: 'unknown-event',
    serious: 'test-event',
    impatient: 'too-many-requests',
    resigned: 'service-unavailable',
    blind: 'lost-answer',
    restless: 'suspended',
    rigid: 'new-fields',
    clumsy: 'valid-requests',
    sloppy: 'unknown-fields',
  };

  const websiteFlaws: Partial<Record<WebsiteFlaw, string>> = {
    stale: 'price-change',
    floating: 'exact-money',
    blind: 'lost-answer',
  };

  const helperFlaws: Record<HelperFlaw, string> = { generous: 'repeated-event' };

  const triedOf = <Flaw extends string>(flaws: Partial<Record<Flaw, string>>) =>
    (Object.entries(flaws) as [Flaw, string][]).slice(0, sized(2, Infinity));

  const tried = { till: triedOf(tillFlaws), website: triedOf(websiteFlaws), helper: triedOf(helperFlaws) };

  /** What a process has printed so far. */
  function collected(stream: Readable): () => string {
    let text = '';
    stream.on('data', (part: Buffer) => (text += part.toString()));
    return () => text;
  }

  overEveryBus('a certification run', (hub) => {
    const children: ChildProcess[] = [];
    let shops: Shop[];
    const reports = new Map<string, Promise<Report>>();

    const takeShop = (): Shop => {
      const shop = shops.pop();
      if (!shop) throw new Error('There are too few shops');
      return shop;
    };

    type Started = { placeOrder?: () => Promise<void>; stop?: () => Promise<void> };

    /** Certifies the application that `start` starts at the address of the run. */
    async function certified(
      kind: ApplicationKind,
      start: (url: string, shop: Shop) => Started | Promise<Started>,
    ): Promise<Report> {
      const shop = takeShop();
      let started: Promise<Started> | undefined;
      const report = await certify({
        ...{ kind, hubUrl: hub.base_url, times },
        ...{ clientSecret: shop.secret, partnerToken: shop.partnerToken },
        onReady: (url) => (started = Promise.resolve(start(url, shop))),
        placeOrder: async () => (await started)?.placeOrder?.(),
      });
      await (await started)?.stop?.();
      return report;
    }

    type Address = { url: string; token: string; secret: string; port?: number };

    /** Starts an example at the address of a run. */
    async function startExample(
      name: string,
      ready: RegExp,
      { url, token, secret, port = 0 }: Address,
    ): Promise<Started> {
      const child = spawn(process.execPath, [join(root, 'examples', name, 'main.js')], {
        env: {
          ...{ HUB_URL: url, TOKEN: token, CLIENT_SECRET: secret, PORT: String(port) },
          ...{ POLL_SECONDS: '1', MENU_SECONDS: '2' },
        },
      });
      children.push(child);
      const printed = [collected(child.stdout), collected(child.stderr)];
      await eventually(() => {
        const text = printed.map((read) => read()).join('');
        if (child.exitCode !== null) throw new Error(`${name}: ${text}`);
        return ready.test(text);
      });
      return {};
    }

    const examples = {
      till: (url: string, shop: Shop) => startExample('till', /is ready/, { url, ...shop }),
      helper: (url: string, shop: Shop) => startExample('loyalty', /is ready/, { url, ...shop }),
    };

    /** Certifies the website's example with the command line, as its README says. */
    async function certifiedByCommand(): Promise<Report> {
      const { token, secret, partnerToken } = takeShop();
      const port = await freePort();
      const shop = `http://localhost:${port}`;
      const order = `sku=$(curl -s ${shop} | grep -om1 'value="[a-z0-9]*"' | cut -d '"' -f 2) && curl -sf ${shop}/orders -d "email=ada@example.com&sku=$sku"`;
      const args = ['certify', 'website', '--port', '0', '--menu-age', '2', '--strict', '--order-command', order];
      const child = spawn(process.execPath, [join(root, 'packages/cli/dist/src/main.js'), ...args], {
        env: {
          ...{ PATH: process.env['PATH'], HUB_URL: new URL(hub.base_url).origin, HUB_ACCESS_TOKEN: token },
          ...{ HUB_CLIENT_SECRET: secret, HUB_PARTNER_TOKEN: partnerToken },
        },
      });
      children.push(child);
      const ended = once(child, 'exit');
      const [printed, told] = [collected(child.stdout), collected(child.stderr)];
      const url = await eventually(() => /Start the website with (\S+)/.exec(told())?.[1]);
      await startExample('website', /open: (\S+)/, { url, token, secret, port });
      const [code] = await ended;
      if (code !== 0) throw new Error(`hub certify ended with ${code}:\n${told()}${printed()}`);
      return JSON.parse(printed()) as Report;
    }

    const own = {
      till: (flaw?: TillFlaw) => certified('till', (url, shop) => startTill({ url, ...shop, flaw })),
      helper: (flaw?: HelperFlaw) => certified('helper', (url, shop) => startHelper({ url, ...shop, flaw })),
      website: (flaw?: WebsiteFlaw) =>
        certified('website', (url, shop) => {
          const { order } = openWebsite({ url, ...shop, flaw });
          return { placeOrder: order };
        }),
    };

    // The runs wait most of the time: all of them together take little longer than one.
    beforeAll(async () => {
      shops = await createShops(hub, Object.values(tried).flat().length + 7);
      for (const kind of ['till', 'helper', 'website'] as const) {
        reports.set(`careful ${kind}`, own[kind]());
      }
      for (const kind of ['till', 'helper'] as const) reports.set(`example ${kind}`, certified(kind, examples[kind]));
      reports.set('example website', certifiedByCommand());
      for (const [flaw] of tried.till) reports.set(`${flaw} till`, own.till(flaw));
      for (const [flaw] of tried.website) reports.set(`${flaw} website`, own.website(flaw));
      for (const [flaw] of tried.helper) reports.set(`${flaw} helper`, own.helper(flaw));
      await Promise.allSettled(reports.values());
    });

    afterAll(async () => {
      const running = children.filter(({ exitCode }) => exitCode === null);
      await Promise.all(running.map((child) => (child.kill(), once(child, 'exit'))));
    });

    /** Throws with the whole report if other checks failed. */
    async function expectFailed(name: string, ids: readonly string[]): Promise<Report> {
      const report = await reports.get(name);
      if (!report) throw new Error(`There is no run of ${name}`);
      const failed = report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
      if (failed.join() !== ids.join()) throw new Error(`${name}, not only ${ids.join()}:\n${reportText(report)}`);
      return report;
    }

    test('an interrupted run leaves the callback as it was', async () => {
      const { token, secret, partnerToken } = takeShop();
      const application = apiOf(hub.base_url, { access_token: token });
      const callback = { url: 'http://127.0.0.1:9999/events', events: { order: ['create' as const] } };
      await application.saveCallback({ body: callback });
      const interrupted = new AbortController();
      const certifying = certify({
        ...{ kind: 'till', hubUrl: hub.base_url, clientSecret: secret, partnerToken, times },
        onReady: (url) => void startTill({ url, token, secret }),
        onCheck: () => interrupted.abort(new Error('Enough')),
        signal: interrupted.signal,
      });
      await expect(certifying).rejects.toThrow('Enough');
      expect(await application.retrieveCallback()).toEqual(callback);
    });

    test.each(['till', 'helper', 'website'])(
      'the example of a %s, and a careful one, pass every check',
      async (kind) => {
        for (const name of [`example ${kind}`, `careful ${kind}`]) {
          const report = await expectFailed(name, []);
          expect(isCertified(report, { strict: true })).toBe(true);
        }
      },
    );

    describe.each(Object.entries(tried))('a flaw of a %s is found by its check alone', (kind, flaws) => {
      test.each<[string, string]>(flaws)('%s: %s', async (flaw, check) => {
        const report = await expectFailed(`${flaw} ${kind}`, [check]);
        expect(isCertified(report)).toBe(false);
        expect(report.checks.find(({ id }) => id === check)?.requests).not.toEqual([]);
      });
    });
  });
});

/** The examples as their READMEs start them: the website places an order, the till accepts it, the helper adds points. */
describe('client examples', () => {
  const email = 'ada@example.com';

  overEveryBus('the examples', (hub) => {
    const children: ChildProcess[] = [];
    let website: Client;
    let customer_list_id: string;
    let shop: string;

    /** Starts an example, and returns what it prints when it is ready. */
    async function start(name: string, ready: RegExp, { access_token, client_secret }: Connected): Promise<string> {
      const env = {
        ...process.env,
        HUB_URL: hub.base_url,
        TOKEN: access_token,
        CLIENT_SECRET: client_secret,
        PORT: '0',
      };
      const child = spawn(process.execPath, [join(root, 'examples', name, 'main.js')], {
        env: { ...env, POLL_SECONDS: '1' },
      });
      children.push(child);
      let printed = '';
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
      await eventually(() => {
        if (child.exitCode !== null) throw new Error(`${name}: ${printed}`);
        return ready.test(printed);
      });
      return ready.exec(printed)?.[1] ?? '';
    }

    beforeAll(async () => {
      const { connect, location_ids } = await aTenant(hub);
      const [location_id] = location_ids;
      const shopSite = await connect('Website', { location_id });
      website = shopSite.api;
      ({ id: customer_list_id } = await website.createCustomerList({ body: { name: 'Guests' } }));
      const sku = (ref: string, price: string) => ({ ref, price });
      const product = (ref: string, price: string) => ({
        ref,
        name: ref,
        category_ref: 'PIZZA',
        skus: [sku(ref, price)],
      });
      const { id: catalog_id } = await website.createCatalog({
        body: {
          name: 'Menu',
          data: {
            categories: [{ ref: 'PIZZA', name: 'Pizze' }],
            products: [product('Margherita', '12.80 EUR'), product('Napoli', '13.00 EUR')],
          },
        },
      });
      await website.replaceInventory({ catalog_id, body: [{ sku_ref: 'Napoli', stock: '0' }] });
      shop = await start('website', /open: (\S+)/, shopSite);
      await start('till', /is ready/, await connect('Till', { location_id }));
      await start('loyalty', /is ready/, await connect('Loyalty', { location_id }));
    });

    afterAll(async () => {
      const running = children.filter(({ exitCode }) => exitCode === null);
      await Promise.all(running.map((child) => (child.kill(), once(child, 'exit'))));
    });

    test('an order of the website is accepted by the till, and gives points once', async () => {
      const menu = await (await fetch(shop)).text();
      expect(menu).toContain('Margherita');
      expect(menu).not.toContain('Napoli');
      const [, sku = ''] = /name="sku" value="(\w+)"/.exec(menu) ?? [];
      const body = new URLSearchParams({ sku, email });
      const placed = await fetch(new URL('/orders', shop), { method: 'POST', body, redirect: 'manual' });
      expect(placed.status).toBe(303);
      const order = new URL(placed.headers.get('location') ?? '', shop);
      await eventually(async () => (await (await fetch(order)).text()).includes('Your order is accepted'));

      const [customer] = await website.listCustomers({ customer_list_id, email }).toArray();
      const [card] = await eventually(() =>
        website.listLoyaltyCards({ customer_list_id, customer_id: customer?.id ?? '' }).toArray(),
      );
      const points = { customer_list_id, loyalty_card_id: card?.id ?? '' };
      const operations = await eventually(() => website.listLoyaltyOperations(points).toArray());
      expect(operations).toMatchObject([{ delta: '12', order_id: order.pathname.split('/').at(-1) }]);
    });

    test('a sku that is not on the menu is refused', async () => {
      const body = new URLSearchParams({ sku: 'unknown', email });
      expect((await fetch(new URL('/orders', shop), { method: 'POST', body })).status).toBe(422);
    });
  });
});

/** A test shop with a simulated till and website, over a running hub. */
describe('simulators', () => {
  const item = { product_name: 'Margherita', sku_ref: 'MARGHERITA-S', price: '9.50 EUR', quantity: '1' };

  overEveryBus('a test shop', (hub) => {
    test('its till does what orders ask for, and its website orders', async () => {
      const { connect, location_ids } = await aTenant(hub);
      const place = { location_id: location_ids[0] };
      const website = await connect('Website', place);
      const { api: till } = await connect('Till', place);
      const { api: app } = await connect('App', place);
      const { catalog_id, customer_list_id } = await fillShop(website.api);
      expect(await fillShop(website.api)).toMatchObject({ catalog_id, customer_list_id });
      await app.saveCallback({
        body: { url: null, events: { catalog: ['update'], inventory: ['patch'], order: ['create'] } },
      });

      const closing = new AbortController();
      const common = { signal: closing.signal, pollSeconds: 0.3 };
      const simulated = simulateTill({ ...common, hub: till, settings: { stepSeconds: 0.1 } });
      const order = async (customer_notes: string) =>
        (await app.createOrder({ body: { status: 'new', service_type: 'collection', customer_notes, items: [item] } }))
          .id;
      // The till sees the orders that come after it has subscribed.
      await eventually(async () => (await till.retrieveCallback()).events.order);

      const ids = {
        completed: await order(''),
        rejected: await order('[reject No dough]'),
        received: await order('[delay 600]'),
        new: await order('[ignore] [prices +10%] [stock MARGHERITA-S 3]'),
      };
      const statusOf = async (order_id: string) => (await app.retrieveOrder({ order_id })).status;
      for (const [status, id] of Object.entries(ids)) await eventually(async () => (await statusOf(id)) === status);
      expect(await app.retrieveOrder({ order_id: ids.rejected })).toMatchObject({ seller_notes: 'No dough' });
      expect((await app.retrieveOrder({ order_id: ids.completed })).confirmed_time).not.toBeNull();

      await eventually(async () => (await app.listEvents().toArray()).length >= 2);
      const { data } = await app.retrieveCatalog({ catalog_id });
      const margherita = data?.products.find(({ ref }) => ref === 'MARGHERITA');
      expect(margherita).toMatchObject({ image_ids: [expect.any(String)], skus: [{ price: '10.45 EUR' }, {}] });
      expect(margherita?.skus[0]?.option_list_ids).toHaveLength(2);
      expect(await app.retrieveInventory({ catalog_id })).toContainEqual(
        expect.objectContaining({ sku_ref: 'MARGHERITA-S', stock: '3' }),
      );

      const selling = simulateWebsite({
        ...common,
        hub: website.api,
        settings: { minutesBetweenOrders: 0.001, knownCustomers: 100, cancellations: 0 },
      });
      const order_id = await eventually(async () => {
        const events = await app.listEvents().toArray();
        return events.find(({ resource_type }) => resource_type === 'order')?.order_id;
      });
      const sold = await eventually(async () => {
        const found = await app.retrieveOrder({ order_id });
        return found.status === 'completed' && found;
      });
      expect(sold).toMatchObject({ customer: { customer_list_id }, payment_discrepancy: '0.00 EUR' });
      closing.abort();
      await Promise.all([simulated.ended, selling]);
    });

    test('hub sandbox makes one, runs both until Ctrl-C, and prints what happens', async () => {
      const { auth_url: HUB_AUTH_URL, operator_key: HUB_OPERATOR_KEY } = hub.operator;
      const env = { HUB_AUTH_URL, HUB_OPERATOR_KEY };
      const started = startHub(['sandbox', '--hub', hub.base_url, '--till', 'reject'], { env });
      const lines = () =>
        started.output.stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line));
      const said = (what: RegExp) => eventually(() => lines().some((line) => what.test(line.what)));
      const [{ location_id, app: made }] = await eventually(lines);
      const app = apiOf(hub.base_url, made);
      expect(await app.retrieveLocation()).toMatchObject({ id: location_id, name: 'Test shop' });
      await said(/A customer orders/);
      const body = { status: 'new' as const, customer_notes: '[accept]', items: [item] };
      const { id } = await app.createOrder({ body });
      await said(new RegExp(`Order ${id}, .*: accepted`));
      await said(/: rejected/);
      started.interrupt();
      expect([await started.ended, started.output.stderr]).toEqual([0, '']);
      const refused = await runHub(['sandbox', '--delay', 'soon'], { env });
      expect([refused.code, refused.stderr]).toEqual([1, '--delay must be a whole number from 0 to 3600\n']);
    });
  });
});

/** `hub` for a developer: logging in, and the events of a connection on their own machine (docs/command-line.md). */
describe('the command line', () => {
  overEveryBus('the command line', (hub) => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-config-'));
    const env = { XDG_CONFIG_HOME: folder };
    let tenant: Tenant;
    let till: Connected;
    let website: Connected;
    let chain: Connected;
    let receiver: Receiver;
    let refusals = 0;
    let listener: ReturnType<typeof startHub> | undefined;

    const address = hub.base_url.replace(/\/v1$/, '');
    const run = (...args: string[]) => runHub(args, { env });

    /** Runs a command that must succeed. Returns its JSON. */
    async function hubCommand(...args: string[]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    }

    const login = (profile: string, { access_token, client_secret }: Connected) =>
      runHub(['login', '--hub', address, '--profile', profile, '--with-client-secret'], {
        env,
        stdin: `${access_token}\n${client_secret}\n`,
      });

    /** Starts `hub listen` for the till, until it says this. */
    async function listen(sentence: string, ...options: string[]) {
      const started = (listener = startHub(['listen', '--profile', 'till', ...options], { env }));
      await eventually(async () => started.output.stderr.includes(sentence));
      return started;
    }

    const linesOf = (started: ReturnType<typeof startHub>) =>
      started.output.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));

    async function stop(started: ReturnType<typeof startHub>) {
      started.interrupt();
      expect(await started.ended).toBe(0);
      return started.output.stderr;
    }

    beforeAll(async () => {
      tenant = await aTenant(hub);
      const [location_id] = tenant.location_ids;
      till = await tenant.connect('Till', { location_id });
      website = await tenant.connect('Website', { location_id });
      chain = await tenant.connect('Chain', { account_id: tenant.account_id });
      receiver = await startReceiver(till.client_secret, () => (refusals -= 1) >= 0);
      expect((await login('till', till)).code).toBe(0);
      expect((await login('website', website)).code).toBe(0);
    });
    afterEach(() => void listener?.kill());
    afterAll(async () => {
      await receiver.close();
      rmSync(folder, { recursive: true });
    });

    test('keeps a login that the hub has accepted, for its owner alone', async () => {
      const [location_id] = tenant.location_ids;
      expect(await hubCommand('whoami', '--profile', 'till')).toMatchObject({
        ...{ profile: 'till', hub: hub.base_url },
        ...{ account: { id: tenant.account_id }, location: { id: location_id } },
      });
      expect(statSync(join(folder, 'order-hub', 'config.json')).mode & 0o777).toBe(0o600);
      const wrong = await login('wrong', { ...till, access_token: 'wrong' });
      expect([wrong.code, wrong.stdout]).toEqual([1, '']);
      expect(wrong.stderr).toMatch(/Nothing was saved\. The hub at .* refuses the access token of the login wrong: /);
      const kept = await run('profile', 'list');
      expect(JSON.parse(kept.stdout)).toEqual([
        { profile: 'till', hub: hub.base_url, signs: true },
        { profile: 'website', hub: hub.base_url, signs: true },
      ]);
      expect(kept.stdout).not.toContain(till.access_token);
    });

    test('lists and shows what the connection reaches, of a location or of an account', async () => {
      const { id } = await website.api.createOrder({ body: { status: 'new' } });
      const catalog = await website.api.createCatalog({
        body: { name: 'Menu', data: { categories: [{ ref: 'PIZZA', name: 'Pizze' }] } },
      });
      const own = { ...env, HUB_URL: address, HUB_ACCESS_TOKEN: chain.access_token };
      const ofAccount = await runHub(['order', 'list', '--filter', 'status=new'], { env: own });
      expect(JSON.parse(ofAccount.stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
      expect(await hubCommand('order', 'show', id, '--profile', 'website')).toMatchObject({ id, status: 'new' });
      expect(await hubCommand('order', 'list', '--limit', '1', '--profile', 'website')).toHaveLength(1);
      const categories = await hubCommand('category', 'list', '--catalog', catalog.id, '--profile', 'website');
      expect(categories).toMatchObject([{ ref: 'PIZZA' }]);
      expect((await run('order', 'list', '--filter', 'statos=new', '--profile', 'till')).stderr).toContain('--statos');
      expect((await run('order', 'show', 'nothing', '--profile', 'till')).stderr).toBe('Order not found\n');
    });

    test('completes commands', async () => {
      const complete = async (...args: string[]) => {
        const { ended, output } = startHub(['complete', ...args], { env });
        await ended;
        return output.stdout;
      };
      expect(await complete('--', 'listen', '--f')).toContain('--forward-to\t');
      expect(await complete('bash')).toContain('complete -F');
    });

    test('the environment takes the place of a login; a token never goes to another hub', async () => {
      const own = { ...env, HUB_URL: address, HUB_ACCESS_TOKEN: website.access_token };
      const { stdout } = await runHub(['whoami'], { env: own });
      expect(JSON.parse(stdout)).toMatchObject({ profile: null, location: { id: tenant.location_ids[0] } });
      const { stderr } = await runHub(['whoami'], { env: { ...env, HUB_URL: 'http://127.0.0.1:1' } });
      expect(stderr).toContain('belong together');
      expect((await run('whoami')).stderr).toContain('You are not logged in');
    });

    test('forwards signed events, retries what is not acknowledged, and deletes its callback at the end', async () => {
      const started = await listen('Events are forwarded', '--forward-to', receiver.url, '--events', 'order.create');
      refusals = 1;
      const [made] = await hubCommand('trigger', 'order.create', '--profile', 'till');
      const [order] = await hubCommand('trigger', 'order.create', '--real', '--profile', 'website');
      await eventually(async () => linesOf(started).length >= 3);
      const sent = (id: string) => receiver.received.filter(({ event }) => event.id === id);
      expect(sent(made.id)).toHaveLength(2);
      const real = receiver.received.find(({ event }) => event.order_id === order.id);
      expect(real).toMatchObject({ isSigned: true, headers: { 'webhook-id': real?.event.id } });
      expect(await verifyWebhook(real?.raw ?? '', real?.headers ?? {}, till.client_secret)).toBe(true);
      const kind = { resource_type: 'order', event_type: 'create' };
      expect(linesOf(started).map(({ status, retry_seconds, event }) => [event.id, status, retry_seconds])).toEqual(
        expect.arrayContaining([
          [made.id, 503, 1],
          [made.id, 200, null],
          [real?.event.id, 200, null],
        ]),
      );
      expect(linesOf(started)[0].event).toMatchObject(kind);
      await eventually(async () => (await till.api.listEvents().toArray()).length === 0);
      expect(await stop(started)).toContain('The callback is deleted again');
      expect(await till.api.retrieveCallback()).toEqual({ url: null, events: {} });
    });

    wideTest('takes the place of an active callback only when told to, and restores it', async () => {
      const before = { url: 'https://till.example/events', events: { delivery: ['create' as const] } };
      await till.api.saveCallback({ body: before });
      const refused = await run('listen', '--profile', 'till', '--print');
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/till.example.*--replace/)]);
      const started = await listen('Events are printed', '--print', '--replace', '--events', 'order.create');
      expect(await till.api.retrieveCallback()).toEqual({
        url: null,
        events: { delivery: ['create'], order: ['create'] },
      });
      const [order] = await hubCommand('trigger', 'order.create', '--real', '--profile', 'website');
      await eventually(async () => linesOf(started).some(({ event }) => event.new_state.id === order.id));
      expect(await stop(started)).toContain('The callback is restored');
      expect(await till.api.retrieveCallback()).toEqual(before);
      await till.api.deleteCallback();
    });

    test('says what is wrong', async () => {
      expect((await run('trigger', 'order.create', '--profile', 'till')).stderr).toContain('run `hub listen` first');
      expect((await run('trigger', 'order.eat', '--profile', 'till')).stderr).toContain(
        'There are no events order.eat',
      );
      expect((await run('listen', '--profile', 'till')).stderr).toContain('--forward-to, --print or both');
    });

    test('forgets a login', async () => {
      expect(await hubCommand('logout', '--profile', 'website')).toEqual({ profile: 'website', hub: hub.base_url });
      expect((await run('whoami', '--profile', 'website')).stderr).toContain('You are not logged in');
    });
  });
});
