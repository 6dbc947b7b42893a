/** Certification runs: of the examples and of careful applications, and of applications with one flaw, which one check finds. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { certify, type ApplicationKind } from '@order-hub/certification';
import { isCertified, reportText, type Report } from '@order-hub/certification/report';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
import { startHelper, type HelperFlaw } from '../src/applications/point-giver.ts';
import { createShops, type Shop } from '../src/applications/shops.ts';
import { startTill, type TillFlaw } from '../src/applications/till.ts';
import { openWebsite, type WebsiteFlaw } from '../src/applications/website.ts';
import { root } from '../src/root.ts';
import { apiOf } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

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
    const flaws = [tillFlaws, websiteFlaws, helperFlaws].flatMap(Object.keys);
    shops = await createShops(hub, flaws.length + 7);
    for (const kind of ['till', 'helper', 'website'] as const) {
      reports.set(`careful ${kind}`, own[kind]());
    }
    for (const kind of ['till', 'helper'] as const) reports.set(`example ${kind}`, certified(kind, examples[kind]));
    reports.set('example website', certifiedByCommand());
    for (const flaw of Object.keys(tillFlaws)) reports.set(`${flaw} till`, own.till(flaw as TillFlaw));
    for (const flaw of Object.keys(websiteFlaws)) reports.set(`${flaw} website`, own.website(flaw as WebsiteFlaw));
    for (const flaw of Object.keys(helperFlaws)) reports.set(`${flaw} helper`, own.helper(flaw as HelperFlaw));
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

  test.each(['till', 'helper', 'website'])('the example of a %s, and a careful one, pass every check', async (kind) => {
    for (const name of [`example ${kind}`, `careful ${kind}`]) {
      const report = await expectFailed(name, []);
      expect(isCertified(report, { strict: true })).toBe(true);
    }
  });

  describe.each([
    ['till', tillFlaws],
    ['website', websiteFlaws],
    ['helper', helperFlaws],
  ])('a flaw of a %s is found by its check alone', (kind, flaws) => {
    test.each(Object.entries(flaws))('%s: %s', async (flaw, check) => {
      const report = await expectFailed(`${flaw} ${kind}`, [check]);
      expect(isCertified(report)).toBe(false);
      expect(report.checks.find(({ id }) => id === check)?.requests).not.toEqual([]);
    });
  });
});
