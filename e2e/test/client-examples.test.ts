/** The examples as their READMEs start them: the website places an order, the till accepts it, the helper adds points. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@order-hub/client';
import { eventually } from '@order-hub/testing/call';
import { root } from '../src/root.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const email = 'ada@example.com';

overEveryBus('the examples', (hub) => {
  const children: ChildProcess[] = [];
  let website: Client;
  let customer_list_id: string;
  let shop: string;

  /** Starts an example, and returns what it prints when it is ready. */
  async function start(name: string, ready: RegExp, { access_token, client_secret }: Connected): Promise<string> {
    const env = { ...process.env, HUB_URL: hub.base_url, TOKEN: access_token, CLIENT_SECRET: client_secret, PORT: '0' };
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
