/** Certification runs: of the examples and of careful applications, and of applications with one flaw, which one check finds. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { certify, type ApplicationKind } from '@order-hub/certification';
import { isCertified, reportText, type Report } from '@order-hub/certification/report';
import { eventually } from '@order-hub/testing/call';
import { startHelper, type HelperFlaw } from '../src/applications/point-giver.ts';
import { createShops, type Shop } from '../src/applications/shops.ts';
import { startTill, type TillFlaw } from '../src/applications/till.ts';
import { openWebsite, type WebsiteFlaw } from '../src/applications/website.ts';
import { root } from '../src/root.ts';
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

overEveryBus('a certification run', (hub) => {
  const children: ChildProcess[] = [];
  let shops: Shop[];
  const reports = new Map<string, Promise<Report>>();

  type Started = { placeOrder?: () => Promise<void>; stop?: () => Promise<void> };

  /** Certifies the application that `start` starts at the address of the run. */
  async function certified(
    kind: ApplicationKind,
    start: (url: string, shop: Shop) => Started | Promise<Started>,
  ): Promise<Report> {
    const shop = shops.pop();
    if (!shop) throw new Error('There are too few shops');
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

  /** Starts an example, and returns what it prints when it is ready. */
  async function startExample(name: string, ready: RegExp, url: string, { token, secret }: Shop): Promise<string> {
    const env = { HUB_URL: url, TOKEN: token, CLIENT_SECRET: secret, PORT: '0' };
    const child = spawn(process.execPath, [join(root, 'examples', name, 'main.js')], {
      env: { ...process.env, ...env, POLL_SECONDS: '1', MENU_SECONDS: '2' },
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

  const examples = {
    till: async (url: string, shop: Shop): Promise<Started> => {
      await startExample('till', /is ready/, url, shop);
      return {};
    },
    helper: async (url: string, shop: Shop): Promise<Started> => {
      await startExample('loyalty', /is ready/, url, shop);
      return {};
    },
    website: async (url: string, shop: Shop): Promise<Started> => {
      const address = await startExample('website', /open: (\S+)/, url, shop);
      return {
        async placeOrder() {
          const menu = await (await fetch(address)).text();
          const [, sku = ''] = /name="sku" value="(\w+)"/.exec(menu) ?? [];
          const body = new URLSearchParams({ sku, email: 'ada@example.com' });
          await fetch(new URL('/orders', address), { method: 'POST', body, redirect: 'manual' });
        },
      };
    },
  };

  const own = {
    till: (flaw?: TillFlaw) => certified('till', (url, shop) => startTill({ url, ...shop, flaw })),
    helper: (flaw?: HelperFlaw) => certified('helper', (url, shop) => startHelper({ url, ...shop, flaw })),
    website: (flaw?: WebsiteFlaw) =>
      certified('website', (url, shop) => {
        const { order } = openWebsite({ url, ...shop, flaw });
        return { placeOrder: () => order().catch(() => undefined) };
      }),
  };

  // The runs wait most of the time: all of them together take little longer than one.
  beforeAll(async () => {
    const flaws = [tillFlaws, websiteFlaws, helperFlaws].flatMap(Object.keys);
    shops = await createShops(hub, flaws.length + 6);
    for (const kind of ['till', 'helper', 'website'] as const) {
      reports.set(`example ${kind}`, certified(kind, examples[kind]));
      reports.set(`careful ${kind}`, own[kind]());
    }
    for (const flaw of Object.keys(tillFlaws)) reports.set(`${flaw} till`, own.till(flaw as TillFlaw));
    for (const flaw of Object.keys(websiteFlaws)) reports.set(`${flaw} website`, own.website(flaw as WebsiteFlaw));
    for (const flaw of Object.keys(helperFlaws)) reports.set(`${flaw} helper`, own.helper(flaw as HelperFlaw));
    await Promise.all(reports.values());
  });

  afterAll(async () => {
    const running = children.filter(({ exitCode }) => exitCode === null);
    await Promise.all(running.map((child) => (child.kill(), once(child, 'exit'))));
  });

  const reportOf = async (name: string): Promise<Report> => {
    const report = await reports.get(name);
    if (!report) throw new Error(`There is no run of ${name}`);
    return report;
  };

  /** Throws with the whole report if other checks failed. */
  async function expectFailed(name: string, ids: readonly string[]): Promise<Report> {
    const report = await reports.get(name);
    if (!report) throw new Error(`There is no run of ${name}`);
    const failed = report.checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    if (failed.join() !== ids.join()) throw new Error(`${name}, not only ${ids.join()}:\n${reportText(report)}`);
    return report;
  }

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
