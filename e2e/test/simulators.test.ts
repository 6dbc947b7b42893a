/** A test shop with a simulated till and website, over a running hub. */
import { expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { fillShop } from '@order-hub/simulators/shop';
import { simulateTill, simulateWebsite } from '@order-hub/simulators/simulate';
import { runHub, startHub } from '../src/command-line.ts';
import { aTenant, apiOf } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

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
