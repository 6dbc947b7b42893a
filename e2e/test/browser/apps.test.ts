import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { addOperator } from '@order-hub/operator/operators';
import { createClient, createConnection } from '@order-hub/operator/tenant';
import { blockConnection } from '@order-hub/shared/management/connections';
import { createUser } from '@order-hub/shared/management/users';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Page } from 'playwright-core';
import { press, somebody } from '../../src/browser/person.ts';
import { addApp, secondFactorPath } from '../../src/browser/second-factor.ts';
import { type Receiver, startReceiver } from '../../src/receiver.ts';
import { root } from '../../src/root.ts';
import { apiOf, aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { expectedResult, programInput } from '../runtimes/input.ts';
import { pageFaults, type Look } from './checks.ts';
import { inChromium, withAndWithoutScript, withAndWithout, type Script } from './in-chromium.ts';

const look = sized<Look>('as it is', 'in every way');

/** The directory of apps, and how connected apps do (docs/api/back-office.md#apps). */
inChromium('apps', ({ hub, openAs }) => {
  const order = { status: 'new' as const, items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };

  /** A red square of 16 pixels. */
  const logo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGO4oKBAEmIY1TCqYfhqAABLfxAQeNDhBQAAAABJRU5ErkJggg==',
    'base64',
  );

  const operator = operatorClient(hub.operator);

  /** An operator with a second factor. */
  async function anOperator() {
    const person = somebody();
    const { id } = await operator.ask(createUser, { params: {}, input: person });
    await addOperator(operator, id);
    const page = await openAs(person);
    await page.goto(`${secondFactorPath}/app`);
    await addApp(page);
    return page;
  }

  /** Finds what waits, and puts it into the directory. */
  async function approveAs(page: Page, client_id: string) {
    await page.goto('/back-office/operator');
    await page.getByRole('link', { name: 'App directory' }).click();
    expect(await pageFaults(page, look)).toEqual([]);
    await page.locator(`a[href$="/${client_id}/approve"]`).click();
    expect(await pageFaults(page, look)).toEqual([]);
    await press(page, 'Approve');
    await page.getByText('The app is in the directory.').waitFor();
  }

  wideTest('are described by their owner, listed by an operator, and found by a merchant', async () => {
    const developer = somebody();
    const { id: user_id } = await operator.ask(createUser, { params: {}, input: developer });
    const name = `Till ${user_id}`;
    const redirect_uris = ['https://till.example/back'];
    const { client_id } = await createClient(operator, { user_id, name, redirect_uris });
    const page = await openAs(developer, { javaScriptEnabled: false });
    await page.goto(`/back-office/clients/${client_id}`);
    await page.getByRole('link', { name: 'Listing' }).click();
    await page.getByLabel('Description').fill('Takes orders at the counter.');
    await page.getByLabel('Scope').fill('location[orders.write,catalog.read]');
    await page.getByLabel('Website').fill('https://till.example');
    await page.getByLabel('Start page').fill('https://elsewhere.example/connect');
    await press(page, 'Ask to be listed');
    await page.getByText('must have the host of one of the redirect URIs').first().waitFor();
    await page.getByLabel('Start page').fill('https://till.example/connect');
    await press(page, 'Ask to be listed');
    await page.getByText('The operator of this hub will look at your app.').waitFor();
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await press(page, 'Set the logo');
    await page.getByText('The logo has been set.').waitFor();

    const tenant = await aTenant(hub);
    const merchant = await openAs(tenant.owner);
    await merchant.goto('/back-office/apps');
    expect(await merchant.getByText(name).count()).toBe(0);
    await approveAs(await anOperator(), client_id);
    await merchant.goto('/back-office');
    await merchant.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Apps' }).click();
    const app = merchant.getByRole('article').filter({ hasText: name });
    await app.getByText('What it asks for').click();
    await app.getByText('See, create and change the orders and deliveries of the location').waitFor();
    expect(await app.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe('https://till.example/connect');
    const width = await app.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(width).toBe(16);
    expect(await pageFaults(merchant, look)).toEqual([]);
  });

  wideTest('say on the page of their location how they do, and what to do next', async () => {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const website = await tenant.connect('Website', { location_id });
    const [till, shy, stopped] = [
      await tenant.connect('Till', { location_id }),
      await tenant.connect('Kiosk', { location_id }),
      await tenant.connect('Display', { location_id }),
    ];
    let secret = 'another secret';
    const receiver = await startReceiver(() => secret);
    await till.api.saveCallback({ body: { url: receiver.url, events: { order: ['create'] } } });
    await shy.api.saveCallback({ body: { url: 'http://127.0.0.1:1/', events: { order: ['create'] } } });
    await operator.ask(blockConnection, { params: { connection_id: stopped.id } });
    await website.api.createOrder({ body: order });

    const page = await openAs(tenant.owner);
    await page.goto(`/back-office/locations/${location_id}`);
    await page.getByRole('link', { name: 'Apps', exact: true }).last().click();
    await page.waitForURL('**/apps');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await eventually(async () => {
      await page.reload();
      return (await row('Till').innerText()).includes('its secret may be wrong');
    });
    expect(await row('Till').innerText()).toMatch(/It has answered 401 since .*Ask its makers to check the secret/s);
    await eventually(async () => {
      await page.reload();
      return (await row('Kiosk').innerText()).includes('It has not answered since');
    });
    expect(await row('Display').innerText()).toMatch(/Blocked/i);
    expect(await row('Website').innerText()).toMatch(/Connected/i);
    expect(await pageFaults(page, look)).toEqual([]);

    secret = till.client_secret;
    await row('Till').getByRole('link', { name: 'Send again what it has missed' }).click();
    await press(page, 'Send 1 event again');
    await eventually(async () => {
      await page.goto(`/back-office/connections/${till.id}`);
      return page.getByText('It gets what it subscribes to.').isVisible();
    });
    await receiver.close();
  });
});

/** One button, and a developer has a shop whose till answers and whose website orders, without a process of their own. */
inChromium('a test shop', ({ hub, openAs }) => {
  const item = { product_name: 'Margherita', sku_ref: 'MARGHERITA-S', price: '9.50 EUR', quantity: '1' };

  const idOn = async (page: Page, fact: string) =>
    page.locator('dt', { hasText: fact }).locator('xpath=following-sibling::dd[1]').innerText();

  wideTest('is made with one button, and answers the orders of an application', async () => {
    const operator = operatorClient(hub.operator);
    const person = somebody();
    const { id: user_id } = await operator.ask(createUser, { params: {}, input: person });
    const page = await openAs(person, { javaScriptEnabled: false });
    await page.goto('/back-office');
    await press(page, 'Make a test shop');
    await page.getByText('Your test shop is open.').waitFor();
    await eventually(async () => {
      await page.goto('/back-office/test-shop');
      return (await page.getByText('are on their way').count()) === 0;
    });

    const location_id = await idOn(page, 'Location id');
    const { client_id } = await createClient(operator, { user_id, name: 'My app' });
    const scope = 'location[orders.write,all_catalogs.read]';
    const app = apiOf(hub.base_url, await createConnection(operator, { client_id, scope, location_id }));
    await app.saveCallback({ body: { url: null, events: { order: ['create'], catalog: ['update'] } } });
    await page.getByRole('radio', { name: 'Rejects all' }).check();
    await press(page, 'Save');
    const orderWith = async (customer_notes: string) =>
      (await app.createOrder({ body: { status: 'new', service_type: 'collection', customer_notes, items: [item] } }))
        .id;
    const [rejected, accepted] = [await orderWith(''), await orderWith('[accept]')];
    await press(page, 'Change the prices now');
    await page.getByText('The till changes all prices by 10 %.').waitFor();
    const statusOf = async (order_id: string) => (await app.retrieveOrder({ order_id })).status;
    await eventually(
      async () => (await statusOf(rejected)) === 'rejected' && (await statusOf(accepted)) === 'accepted',
    );
    const types = async () => (await app.listEvents().toArray()).map(({ resource_type }) => resource_type);
    await eventually(async () => (await types()).includes('catalog'));

    // The website's first order came with the menu.
    await page.goto(`/back-office/locations/${location_id}/orders`);
    await page.getByText('Simulated website').first().waitFor();
  });

  wideTest('has pages that everybody can use', async () => {
    const person = somebody();
    await operatorClient(hub.operator).ask(createUser, { params: {}, input: person });
    const page = await openAs(person);
    await page.goto('/back-office');
    await press(page, 'Make a test shop');
    await page.getByText('Your test shop is open.').waitFor();
    expect(await pageFaults(page, look)).toEqual([]);
    await page.getByRole('link', { name: 'Choose this location in the documentation' }).click();
    await page.getByRole('radio', { name: 'Test shop' }).check();
    await page.goto('/back-office/test-shop/end');
    await press(page, 'End the test shop');
    await page.getByText('The test shop has ended.').waitFor();
  });
});

/** A receiver answers 401: its owner sees it, mends the secret, and sends all again. Nothing is lost or doubled. */
withAndWithoutScript(
  'a delivery log',
  sized<readonly Script[]>(['without script'], withAndWithout),
  ({ hub, openAs }) => {
    /** From so many refused events on, pages tell of them. */
    const orders = sized(20, 25);

    const patienceMs = 60_000;

    const order = { status: 'new', items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };

    let tenant: Tenant;
    let website: Connected;
    let till: Connected;
    let receiver: Receiver;
    let secret = 'the secret of the test client';

    beforeAll(async () => {
      secret = 'the secret of the test client';
      tenant = await aTenant(hub);
      const [location_id] = tenant.location_ids;
      website = await tenant.connect('Website', { location_id });
      till = await tenant.connect('Till', { location_id });
      receiver = await startReceiver(() => secret);
      await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create'] } } });
    });
    afterAll(() => receiver.close());

    const createOrders = async () => {
      const ids: string[] = [];
      for (let n = 0; n < orders; n += 1) {
        const { status, body } = await website.call('POST /location/orders', { body: order });
        expect(status).toBe(200);
        ids.push(body.id);
      }
      return ids;
    };

    const shows = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();

    test('leads from the notice to all that was refused, and sends it again', async () => {
      const ids = await createOrders();
      await eventually(() => receiver.received.length === orders, patienceMs);
      expect((await till.call('GET /callback/events')).body).toEqual([]);

      const page = await openAs(tenant.owner);
      const [ofClient, ofAccount] = [`/back-office/clients/${till.client_id}`, `/back-office/connections/${till.id}`];
      await eventually(async () => {
        await page.goto(ofClient);
        return page.getByText(`answered 401 to the last ${orders} events`).isVisible();
      }, patienceMs);
      await page.getByRole('link', { name: till.id }).first().click();
      expect(new URL(page.url()).searchParams.get('state')).toBe('refused');
      expect(await page.getByRole('row', { name: /Refused.*401/s }).count()).toBe(orders);

      await page.goto(ofAccount);
      await page.getByRole('link', { name: 'See what it answered' }).click();
      await page
        .getByRole('row', { name: /Refused/ })
        .first()
        .getByRole('link')
        .first()
        .click();
      await shows(page, /The app answered 401/);
      await shows(page, /X-Service-Hmac-SHA256: \(signature\)/);

      secret = till.client_secret;
      await page.getByRole('link', { name: 'Delivery log' }).click();
      await page.getByRole('link', { name: 'Send events again' }).click();
      await shows(page, `${orders} events`);
      await press(page, `Send ${orders} events again`);
      await page.getByText(`${orders} events will be sent again.`).waitFor();

      const signed = () => receiver.received.filter(({ isSigned }) => isSigned);
      await eventually(() => signed().length === orders, patienceMs);
      await eventually(async () => {
        await page.goto(`${ofAccount}/deliveries?state=acknowledged`);
        return (await page.getByRole('row', { name: /Received/ }).count()) === orders;
      }, patienceMs);
      await page.getByText('No refused or given up event is kept.').waitFor();

      expect(
        signed()
          .map(({ event }) => event.order_id)
          .sort(),
      ).toEqual([...ids].sort());
      expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(orders);
      expect(receiver.received).toHaveLength(2 * orders);
      expect((await till.call('GET /callback/events')).body).toEqual([]);
      for (const path of [ofClient, ofAccount]) {
        await page.goto(path);
        expect(await page.getByText('answered 401').count()).toBe(0);
      }
    });

    wideTest('sends a test event', async () => {
      const page = await openAs(tenant.owner);
      await page.goto(`/back-office/connections/${till.id}/deliveries/test`);
      await page.getByLabel('Kind').selectOption('order.create');
      await press(page, 'Send');
      await page.getByText('1 test event is being sent.').waitFor();
      await eventually(
        () => receiver.received.some(({ event, isSigned }) => event.test === true && isSigned),
        patienceMs,
      );
    });
  },
);

/** An order is refused: its developer finds out why by the request id, and the merchant sees that it failed. */
inChromium('a request log', ({ hub, openAs }) => {
  const patienceMs = 30_000;

  /** What is sent, and must be on no page. */
  const personal = ['lovelace', '33612345678'];

  let tenant: Tenant;
  let till: Connected;
  let refused_id: string;

  beforeAll(async () => {
    tenant = await aTenant(hub);
    till = await tenant.connect('Till', { location_id: tenant.location_ids[0] });
    const { body: list } = await till.call('POST /location/customer_lists', { body: { name: 'Guests' } });
    const customers = `/customer_lists/${list.id}/customers`;
    await till.call(`GET ${customers}?email=lovelace@example.com&count=5`);
    await till.call(`GET ${customers}/ada.lovelace@example.com`);
    const { status, headers } = await till.call('POST /location/orders', {
      body: {
        status: 'new',
        customer: { phone: '+33612345678' },
        items: [{ product_name: 'Calzone', price: 'eleven' }],
      },
      headers: { 'idempotency-key': 'lovelace' },
    });
    expect(status).toBe(422);
    refused_id = headers.get('x-request-id') ?? '';
    await eventually(async () => (await till.api.listRequests().toArray()).length >= 4, patienceMs);
  });

  const shows = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();

  async function expectHarmless(page: Page): Promise<void> {
    const content = (await page.content()).toLowerCase();
    for (const secret of [...personal, till.access_token.toLowerCase()]) expect(content).not.toContain(secret);
    expect(await pageFaults(page, look)).toEqual([]);
  }

  test('finds a request by its id, says why it failed, and how to repeat it', async () => {
    const page = await openAs(tenant.owner);
    await page.goto(`/back-office/clients/${till.client_id}`);
    await page.getByRole('link', { name: 'All requests' }).click();
    await shows(page, `/v1/customer_lists/`);
    await page.getByLabel('Request id').fill(refused_id);
    await press(page, 'Show');
    expect(await page.getByRole('row', { name: /POST \/v1\/location\/orders/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'As curl' }).click();
    for (const text of ['POST /v1/location/orders', '422', 'items.0.price', '-H "X-Access-Token: $TOKEN"'])
      await shows(page, text);
    await expectHarmless(page);
    await page.getByRole('link', { name: 'invalid_fields' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs/errors');
  });

  wideTest('shows the merchant what failed, and nothing personal', async () => {
    const page = await openAs(tenant.owner);
    await page.goto(`/back-office/connections/${till.id}`);
    await page.getByRole('link', { name: 'Request log' }).click();
    expect(await page.getByRole('row', { name: /email=…&count=5/ }).count()).toBe(1);
    await expectHarmless(page);
    await page.getByLabel('Status').selectOption('failed');
    await press(page, 'Show');
    expect(await page.getByRole('row', { name: /POST .*422/s }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /customers\/….*404/s }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /^200|\b200\b/ }).count()).toBe(0);
  });
});

/** packages/client in a browser: its modules as they are published, without a bundler, in a page of another origin. */
inChromium('the client', ({ hub, open }) => {
  const client = '@order-hub/client';

  const modules = ['client', 'money', 'signature'];

  const imports = Object.fromEntries([
    [client, '/client.js'],
    ...modules.map((name) => [`${client}/${name}`, `/${name}.js`]),
  ]);

  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;

  const folders: Record<string, string> = { '/program.js': 'e2e/test/runtimes' };

  const server = createServer(({ url = '/' }, res) => {
    if (url === '/') return res.setHeader('content-type', 'text/html').end(page);
    if (!url.endsWith('.js')) return res.writeHead(404).end();
    const file = join(root, folders[url] ?? 'packages/client/dist/src', url);
    return res.setHeader('content-type', 'text/javascript').end(readFileSync(file));
  });
  beforeAll(async () => {
    await once(server.listen(0, 'localhost'), 'listening');
  });
  afterAll(async () => {
    server.close();
  });

  test('calls the hub from a page of another origin', async () => {
    const chromium = await open();
    await chromium.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
    const input = await programInput(hub);
    const result = await chromium.evaluate(
      async ({ program, given }) => {
        const { useClient } = (await import(program)) as { useClient: (given: object) => Promise<unknown> };
        return useClient(given);
      },
      { program: '/program.js', given: input },
    );
    expect(result).toEqual(expectedResult);
  });
});
