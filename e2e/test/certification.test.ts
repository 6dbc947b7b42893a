/** Certification runs: of the examples, which must pass, and of applications with one fault each, which one check must find. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { certify, type CertifyOptions } from '@order-hub/certification';
import { reportText } from '@order-hub/certification/report';
import { eventually } from '@order-hub/testing/call';
import { root } from '../src/root.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const times = {
  ...{ patienceMs: 4_000, quietMs: 300, suspendedMs: 600, deadlineMs: 1_500, resendMs: 200 },
  ...{ retryAfterSeconds: 1, menuAgeMs: 1_100 },
};

overEveryBus('a certification run', (hub) => {
  const children: ChildProcess[] = [];

  /** Starts an example at the address of a run, and returns what it prints when it is ready. */
  async function start(name: string, ready: RegExp, url: string, connected: Connected): Promise<string> {
    const { access_token, client_secret } = connected;
    const env = { ...process.env, HUB_URL: url, TOKEN: access_token, CLIENT_SECRET: client_secret, PORT: '0' };
    const child = spawn(process.execPath, [join(root, 'examples', name, 'main.js')], {
      env: { ...env, POLL_SECONDS: '1', MENU_SECONDS: '1' },
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

  async function aShop() {
    const { connect, location_ids } = await aTenant(hub);
    const [location_id] = location_ids;
    const partner = await connect('Partner', { location_id });
    await partner.api.createCustomerList({ body: { name: 'Guests' } });
    await partner.api.createCatalog({
      body: {
        name: 'Menu',
        data: {
          categories: [{ ref: 'PIZZA', name: 'Pizze' }],
          products: [{ ref: 'M', name: 'Margherita', category_ref: 'PIZZA', skus: [{ ref: 'M', price: '4.20 EUR' }] }],
        },
      },
    });
    return { partner, application: await connect('Application', { location_id }) };
  }

  afterAll(async () => {
    const running = children.filter(({ exitCode }) => exitCode === null);
    await Promise.all(running.map((child) => (child.kill(), once(child, 'exit'))));
  });

  async function run(kind: CertifyOptions['kind'], name: string, ready: RegExp) {
    const { partner, application } = await aShop();
    let shop: Promise<string> | undefined;
    const report = await certify({
      ...{ kind, hubUrl: hub.base_url, times },
      clientSecret: application.client_secret,
      partnerToken: partner.access_token,
      onReady: (url) => (shop = start(name, ready, url, application)),
      async placeOrder() {
        const address = await shop;
        const menu = await (await fetch(address ?? '')).text();
        const [, sku = ''] = /name="sku" value="(\w+)"/.exec(menu) ?? [];
        const body = new URLSearchParams({ sku, email: 'ada@example.com' });
        await fetch(new URL('/orders', address), { method: 'POST', body, redirect: 'manual' });
      },
      onCheck: ({ id }) => console.log(kind, id, Date.now() / 1000),
    });
    console.log(reportText(report));
    return report;
  }

  test.each([
    ['till', 'till', /is ready/],
    ['helper', 'loyalty', /is ready/],
    ['website', 'website', /open: (\S+)/],
  ] as const)('the example of a %s', async (kind, name, ready) => {
    const report = await run(kind, name, ready);
    expect(report.summary).toMatchObject({ failed: 0, not_seen: 0 });
  });
});
