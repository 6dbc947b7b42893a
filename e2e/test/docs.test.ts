import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@order-hub/client';
import { fillShop } from '@order-hub/simulators/shop';
import { eventually } from '@order-hub/testing/call';
import { addressOf } from '@order-hub/testing/fairness/tenant';
import { freePort } from '@order-hub/testing/free-port';
import { openOwnBrowser } from '../src/browser/own-browser.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { passedHubs, type SharedHub } from './hubs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The documentation of a running hub: no link in it is dead. Its examples and quickstarts do what they say. */
describe('the documentation', () => {
  const [hub] = passedHubs().hubs as [SharedHub];

  const { origin } = new URL(hub.base_url);

  /** The gateway limits how many pages an address reads. Loopback has many addresses on Linux. */
  const readers = Array.from({ length: 20 }, (_, index) => openOwnBrowser(origin, addressOf(71, index + 1)));

  afterAll(() => {
    for (const { close } of readers) close();
  });

  /** How many pages are read at once: more would wait in the gateway where all have one address. */
  const atOnce = 8;

  const pages = new Map<string, Promise<{ status: number; text: string }>>();

  /** Reads a page of the hub, from the next address; redirects are followed. */
  async function read(path: string): Promise<{ status: number; text: string }> {
    const { status, html: text, headers } = await readers[pages.size % readers.length]!.open(path);
    const { location } = headers;
    if (typeof location !== 'string') return { status, text };
    const { pathname, search } = new URL(location, origin + path);
    return read(pathname + search);
  }

  function pageAt(path: string) {
    const page = pages.get(path) ?? read(path);
    pages.set(path, page);
    return page;
  }

  const linksIn = (html: string) =>
    [...html.matchAll(/ (?:href|src|action)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

  /** What is wrong with the links of a page, and the pages of the documentation that they lead to. */
  async function followLinks(path: string): Promise<{ faults: string[]; next: string[] }> {
    const { text } = await pageAt(path);
    const faults: string[] = [];
    const next: string[] = [];
    for (const link of new Set(linksIn(text))) {
      const url = new URL(link, origin + path);
      if (url.origin !== origin) continue;
      const target = url.pathname + url.search;
      const { status, text: there } = await pageAt(target);
      if (status !== 200) faults.push(`${path}: ${link} is answered ${status}`);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor !== '' && !there.includes(` id="${anchor}"`)) faults.push(`${path}: ${link} has no such heading`);
      if (/^\/docs(?:\/|$)/.test(url.pathname) && !url.pathname.endsWith('.md')) next.push(target);
    }
    return { faults, next };
  }

  test('every link of every page leads somewhere', async () => {
    const waiting = ['/docs', '/docs/search?q=order'];
    const reached = new Set(waiting);
    const faults: string[] = [];
    while (waiting.length > 0) {
      for (const found of await Promise.all(waiting.splice(0, atOnce).map(followLinks))) {
        faults.push(...found.faults);
        for (const next of found.next.filter((page) => !reached.has(page))) {
          reached.add(next);
          waiting.push(next);
        }
      }
    }
    expect(faults).toEqual([]);
    const listed = [...(await pageAt('/llms.txt')).text.matchAll(/\]\(\S+?(\/docs\S*)\.md\)/g)].map(([, path]) => path);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter((path) => !reached.has(path ?? ''))).toEqual([]);
  });

  test('every link of every page in Markdown leads somewhere', async () => {
    const listed = [...(await pageAt('/llms.txt')).text.matchAll(/\]\(\S+?(\/docs\S*\.md)\)/g)].map(
      ([, path = '']) => path,
    );
    const faults: string[] = [];
    for (const path of listed) {
      const { text } = await pageAt(path);
      const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
      for (const [, link = ''] of prose.matchAll(/\]\((\/[^)\s#]*)/g)) {
        const { status } = await pageAt(link);
        if (status !== 200) faults.push(`${path}: ${link} is answered ${status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('the start page and every footer lead to the documentation', async () => {
    expect(linksIn((await pageAt('/')).text)).toContain('/docs');
    expect(linksIn((await pageAt('/back-office/log-in')).text)).toContain('/docs');
  });

  /** The code in a page whose title, or whose language, is `info`. */
  const codeIn = async (path: string, info: string) =>
    [...(await pageAt(`${path}.md`)).text.matchAll(/^```(.+)\n([^]*?)^```$/gm)].flatMap(([, found, code = '']) =>
      found === info ? [code] : [],
    );

  test('the first example of the reference creates an order', async () => {
    const { connect, location_ids } = await aTenant(hub);
    const { access_token } = await connect('Website', { location_id: location_ids[0] });
    const [, command = ''] =
      (await codeIn('/docs/reference/orders', 'sh curl'))
        .map((code, at) => [at, code] as const)
        .find(([, code]) => code.includes('-X POST')) ?? [];
    const env = { ...process.env, ACCESS_TOKEN: access_token };
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'new', total: '23.60 EUR' });
  });

  describe('the command line', () => {
    const prefix = mkdtempSync(join(tmpdir(), 'order-hub-cli-'));
    afterAll(() => rmSync(prefix, { recursive: true, force: true }));
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
    // Without the `hub` of this repository.
    const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
    // A registry that nothing answers: the package needs no other.
    const npm = { npm_config_prefix: prefix, npm_config_registry: 'http://127.0.0.1:9/', npm_config_audit: 'false' };
    const env = { ...own, ...npm, PATH: [join(prefix, 'bin'), ...path].join(':') };
    const run = async (command: string, more: Record<string, string> = {}) =>
      (await promisify(execFile)('bash', ['-ec', command], { env: { ...env, ...more } })).stdout;

    test('is installed as its page says, and tells the connection of a token', async () => {
      const [install = ''] = await codeIn('/docs/command-line', 'sh');
      expect(install).toContain(`${origin}/docs/order-hub-cli.tgz`);
      expect(await run(install)).toMatch(/^\d+\.\d+\.\d+$/m);
      const { connect, location_ids } = await aTenant(hub);
      const { access_token } = await connect('Till', { location_id: location_ids[0] });
      const login = { HUB_URL: hub.base_url.replace(/\/v1$/, ''), HUB_ACCESS_TOKEN: access_token };
      expect(JSON.parse(await run('hub whoami', login))).toMatchObject({ location: { id: location_ids[0] } });
    });

    test('has its release in its address, and is small; caches may ask whether it is the same', async () => {
      const moved = await fetch(`${origin}/docs/order-hub-cli.tgz`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([
        302,
        expect.stringMatching(/^\/docs\/order-hub-cli-\d+\.\d+\.\d+\.tgz$/),
      ]);
      const address = origin + (moved.headers.get('location') ?? '');
      const { headers } = await fetch(address);
      expect(headers.get('content-type')).toBe('application/gzip');
      expect(headers.get('content-encoding')).toBeNull();
      expect(Number(headers.get('content-length'))).toBeLessThan(300_000);
      const again = await fetch(address, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
      expect((await fetch(address.replace(/-\d+\./, '-999.'))).status).toBe(404);
    });
  });

  const untilSubscribed = (till: Client) =>
    eventually(async () => (await till.retrieveCallback()).events.order?.length === 1);

  describe.each([
    ['js', 'mjs', process.execPath],
    ['py', 'py', 'python3'],
  ])('the quickstarts in %s', (language, ending, program) => {
    const folder = mkdtempSync(join(tmpdir(), 'order-hub-quickstarts-'));
    const running: ReturnType<typeof spawn>[] = [];
    let website: Connected;
    let till: Connected;
    let customer_id: string;

    beforeAll(async () => {
      const { connect, location_ids } = await aTenant(hub);
      const location = { location_id: location_ids[0] };
      [website, till] = [await connect('Website', location), await connect('Till', location)];
      const { id: customer_list_id } = await website.api.createCustomerList({ body: { name: 'Guests' } });
      ({ id: customer_id } = await website.api.createCustomer({ customer_list_id, body: { first_name: 'Ada' } }));
    });
    afterAll(() => {
      for (const child of running) child.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Saves the file of a quickstart and starts it. Returns what it prints. */
    async function start(name: string, { access_token }: Connected, change = (code: string) => code) {
      const file = `${name}.${ending}`;
      const [code = ''] = await codeIn(`/docs/quickstarts/${name}`, `${language} ${file}`);
      expect(code).toContain(hub.base_url);
      // The test does not wait as long as a till may.
      const faster = change(code).replace('30_000', '200').replace('sleep(30)', 'sleep(0.2)');
      writeFileSync(join(folder, file), faster);
      const printed: string[] = [];
      const child = spawn(program, [file], { cwd: folder, env: { ...process.env, ACCESS_TOKEN: access_token } });
      child.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
      child.stderr.on('data', (text: Buffer) => printed.push(text.toString()));
      running.push(child);
      return () => printed.join('');
    }

    test('the website places an order, and the till accepts it', async () => {
      const first = await start('website', website);
      await eventually(() => /Order \w+: 19\.00 EUR/.test(first()));
      const heard = await start('till', till);
      // Of what was created before, it hears nothing.
      await untilSubscribed(till.api);
      const again = await start('website', website);
      await eventually(() => heard().includes('New order of 19.00 EUR: 2 Margherita'));
      await eventually(() => again().includes('The restaurant says: accepted'));
    });

    test('the helper gives the points of an order once', async () => {
      // The till has the same token: it has subscribed already, and would take the helper's events.
      for (const child of running) child.kill();
      await till.api.deleteCallback();
      const helper = await start('helper', till);
      await untilSubscribed(till.api);
      for (const price of ['12.90 EUR', '7.10 EUR']) {
        const items = [{ product_name: 'Margherita', price, quantity: '1' }];
        await website.api.createOrder({ body: { status: 'new', customer_id, items } });
      }
      await eventually(
        () => /7 points for order \w+: 19\.0/.test(helper()) || /12 points for order \w+: 19\.0/.test(helper()),
      );
    });
  });

  /** Runs a file of a quickstart, changed for the test. `printed` gives what it has printed so far. */
  function runFile([program, file]: readonly [string, string], code: string, env: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'order-hub-quickstart-'));
    writeFileSync(join(folder, file), code);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const child = spawn(program, [file], { cwd: folder, env: { ...process.env, ...env } });
    const texts: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => texts.push(text.toString()));
    const end = () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    };
    return { printed: () => texts.join(''), end };
  }

  async function aWebsiteAndATill() {
    const { connect, location_ids } = await aTenant(hub);
    const location = { location_id: location_ids[0] };
    return { website: await connect('Website', location), till: await connect('Till', location) };
  }

  test('the basket of the website has the sum of its parts, and is followed to its end', async () => {
    const { website, till } = await aWebsiteAndATill();
    await fillShop(till.api);
    const [code = ''] = await codeIn('/docs/quickstarts/website', 'js basket.mjs');
    const env = { ACCESS_TOKEN: website.access_token };
    const { printed, end } = runFile([process.execPath, 'basket.mjs'], code.replace('2_000', '200'), env);
    try {
      await eventually(() => printed().includes('The order is new'));
      const [, order_id = '', total, paid] = /^Order (\w+): (.+), paid (.+)$/m.exec(printed()) ?? [];
      expect(total).toBe(paid);
      const order = await till.api.retrieveOrder({ order_id });
      expect(order).toMatchObject({
        ...{ total, payment_discrepancy: '0.00 EUR', service_type: 'delivery' },
        discounts: [{ ref: 'STUDENTS' }, { ref: 'WELCOME', price_off: '3.00 EUR' }],
        charges: [{ ref: 'DELIVERY', price: '2.50 EUR' }],
      });
      // Which deal comes first depends on the time of day.
      expect(order.items.map(({ subtotal, deal_line }) => [subtotal, deal_line?.deal_key])).toEqual([
        ['22.00 EUR', undefined],
        [expect.any(String), '0'],
        [expect.any(String), '0'],
      ]);
      for (const status of ['accepted', 'completed'] as const) {
        await till.api.updateOrder({ order_id, body: { status } });
        await eventually(() => printed().includes(`The order is ${status}`));
      }
    } finally {
      end();
    }
  });

  test.each([
    ['js', 'receiver.mjs', process.execPath],
    ['py', 'receiver.py', 'python3'],
  ])('the receiver in %s accepts the order of an event, if the hub has signed it', async (language, file, program) => {
    const port = await freePort();
    const [code = ''] = await codeIn('/docs/quickstarts/till', `${language} ${file}`);
    const { website, till } = await aWebsiteAndATill();
    const env = { CLIENT_SECRET: till.client_secret, ACCESS_TOKEN: till.access_token };
    const { printed, end } = runFile([program, file], code.replace('3000', String(port)), env);
    try {
      const unseen = await website.api.createOrder({ body: { status: 'new' } });
      const forged = JSON.stringify({ resource_type: 'order', event_type: 'create', order_id: unseen.id });
      const answer = () =>
        fetch(`http://localhost:${port}/`, { method: 'POST', body: forged }).then(
          ({ status }) => status,
          () => 0,
        );
      await eventually(async () => (await answer()) === 500);
      const [command = ''] = (await codeIn('/docs/quickstarts/till', 'sh')).filter((text) =>
        text.includes('/callback'),
      );
      const shell = { env: { ...process.env, ACCESS_TOKEN: till.access_token } };
      await promisify(execFile)('bash', ['-c', command.replace('localhost:3000', `localhost:${port}`)], shell);
      const items = [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '2' }];
      const { id: order_id } = await website.api.createOrder({ body: { status: 'new', items } });
      const order = await eventually(async () => {
        const found = await website.api.retrieveOrder({ order_id });
        return found.status === 'accepted' && found;
      });
      expect(order).toMatchObject({ confirmed_time: expect.any(String) });
      await eventually(() => printed().includes('Accepted for 19.00 EUR: 2 Margherita'));
      expect((await website.api.retrieveOrder({ order_id: unseen.id })).status).toBe('new');
    } finally {
      end();
    }
  });
});
