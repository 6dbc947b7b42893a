/** Customers on the pages of a location (docs/api/back-office.md#customers). */
import { beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Page } from 'playwright-core';
import { logIn, press } from '../../src/browser/person.ts';
import { aMember, aTenant, type Connected } from '../../src/tenant.ts';
import { inChromium } from './in-chromium.ts';

const ada = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', phone: '+33 6 12 34 56 78', email: 'ada@example.com' },
  ...{ address_1: '10 rue du Bac', city: 'Paris', country: 'FR', delivery_notes: 'Ring\ntwice' },
};

inChromium('customers', ({ hub, open, openAs }) => {
  let website: Connected;
  let customers: string;
  let location_id: string;
  let owner: { email: string; password: string };
  let ids: { customer_list_id: string; customer_id: string };
  const read = () => website.api.retrieveCustomer(ids);
  const events = async () =>
    (await website.api.listEvents().toArray()).filter(({ resource_type }) => resource_type === 'customer');

  beforeEach(async () => {
    const tenant = await aTenant(hub);
    owner = tenant.owner;
    location_id = tenant.location_ids[0];
    customers = `/back-office/locations/${location_id}/customers`;
    website = await tenant.connect('Website', { location_id });
    const { id: customer_list_id } = await website.api.createCustomerList({ body: { name: 'Guests' } });
    const { id: customer_id } = await website.api.createCustomer({ customer_list_id, body: ada });
    await website.api.createCustomer({ customer_list_id, body: { first_name: 'Bob' } });
    ids = { customer_list_id, customer_id };
    await website.api.saveCallback({ body: { url: null, events: { customer: ['update'] } } });
  });

  const search = async (page: Page, text: string) => {
    await page.goto(customers);
    await page.getByLabel('Name, phone or email').fill(text);
    await press(page, 'Search');
    await page.getByRole('heading', { name: 'Customers found' }).waitFor();
  };

  test.each(sized(['0612345678'], ['lovel ada', '0612345678', 'ada@example']))(
    'are found by %s, of which the address of the page tells nothing',
    async (text) => {
      const page = await openAs(owner, { javaScriptEnabled: false });
      await search(page, text);
      expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(1);
      expect(await page.getByRole('link', { name: 'Bob' }).count()).toBe(0);
      expect(decodeURIComponent(page.url())).not.toMatch(/lovel|0612345678|example/i);
      await page.reload();
      expect(await page.getByLabel('Name, phone or email').inputValue()).toBe(text);
      await page.getByRole('link', { name: 'Ada Lovelace' }).click();
      await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    },
  );

  wideTest('are not found by two digits; another session cannot open the search', async () => {
    const page = await openAs(owner, { javaScriptEnabled: false });
    await page.goto(customers);
    await page.getByLabel('Name, phone or email').fill('12');
    await press(page, 'Search');
    await page.getByText('There is no such customer').first().waitFor();
    await search(page, 'ada');
    const address = page.url();
    const other = await open({ javaScriptEnabled: false });
    await logIn(other, owner);
    await other.goto(address);
    await other.getByRole('heading', { name: 'Recent customers' }).waitFor();
    expect(await other.getByLabel('Name, phone or email').inputValue()).toBe('');
  });

  test('a manager corrects one; a second person sees both values; apps get one event for each', async () => {
    const manager = await aMember(hub, location_id, 'manager');
    const [first, second] = [
      await openAs(owner, { javaScriptEnabled: false }),
      await openAs(manager, { javaScriptEnabled: false }),
    ];
    const path = `${customers}/${ids.customer_list_id}/${ids.customer_id}/update`;
    for (const page of [first, second]) await page.goto(path);
    await first.getByLabel('Phone').fill('+33 1 11 11 11 11');
    await press(first, 'Correct');
    await first.getByText('The customer has been corrected.').waitFor();
    await second.getByLabel('Phone').fill('+33 2 22 22 22 22');
    await second.getByLabel('First name').fill('Augusta');
    await press(second, 'Correct');
    await second.getByText('has been changed to “+33 1 11 11 11 11” by somebody else meanwhile').first().waitFor();
    expect(await second.getByLabel('Phone').inputValue()).toBe('+33 2 22 22 22 22');
    expect(await read()).toMatchObject({ ...ada, phone: '+33 1 11 11 11 11' });
    await press(second, 'Correct');
    await second.getByText('The customer has been corrected.').waitFor();
    expect(await read()).toMatchObject({ ...ada, phone: '+33 2 22 22 22 22', first_name: 'Augusta' });
    await eventually(async () => (await events()).length === 2);
  });

  test('a form changes only what a person changed in it, whatever an app has written there', async () => {
    const odd = {
      ...{ first_name: ' Ada\r\nAugusta ', delivery_notes: '\n\nRing\r\ntwice\rplease\n', country: 'XK' },
      address_1: '1 rue\ndes Nombres',
    };
    await website.api.updateCustomer({ ...ids, body: odd });
    const before = await read();
    const page = await openAs(owner, { javaScriptEnabled: false });
    await page.goto(`${customers}/${ids.customer_list_id}/${ids.customer_id}/update`);
    await page.getByLabel('City').fill('Lyon');
    await press(page, 'Correct');
    await page.getByText('The customer has been corrected.').waitFor();
    expect(await read()).toEqual({ ...before, city: 'Lyon' });
  });

  test('get a card, and points for a reason, once however often the form is sent', async () => {
    const page = await openAs(owner, { javaScriptEnabled: false });
    await page.goto(`${customers}/${ids.customer_list_id}/${ids.customer_id}`);
    await page.getByRole('link', { name: 'New card' }).click();
    await page.getByLabel('Name of the card').fill('Coffee club');
    await press(page, 'Give the card');
    await page.getByText('The customer has a new card.').waitFor();
    await page.getByRole('textbox', { name: 'Points' }).fill('12,5');
    await press(page, 'Change the points');
    await page.getByText('Reason must not be empty').first().waitFor();
    await page.getByLabel('Reason').fill('Birthday');
    const body = await page.evaluate(() => {
      const form = document.querySelector('main form') as HTMLFormElement;
      return new URLSearchParams([...new FormData(form)] as [string, string][]).toString();
    });
    await press(page, 'Change the points');
    await page.getByText('The points have been changed.').waitFor();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const again = await page.request.post(page.url(), { data: body, headers, maxRedirects: 0 });
    expect(again.status()).toBe(303);
    await page.getByLabel('Take points away').check();
    await page.getByRole('textbox', { name: 'Points' }).fill('2');
    await page.getByLabel('Reason').fill('A free coffee');
    await press(page, 'Change the points');
    await page.getByText('The points have been changed.').waitFor();
    expect((await read()).loyalty_cards).toMatchObject([{ name: 'Coffee club', balance: '10.5' }]);
    expect(await page.getByRole('row', { name: 'A free coffee' }).innerText()).toMatch(/-2\s+10\.5/);
    expect(await page.getByRole('row', { name: 'Birthday' }).count()).toBe(1);
  });

  wideTest('are anonymised after a question, with their orders, which the page of the customer shows', async () => {
    const items = [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '2' }];
    const order = { status: 'new' as const, service_type: 'collection' as const, items, customer_id: ids.customer_id };
    const { id: order_id } = await website.api.createOrder({ body: order });
    const page = await openAs(owner, { javaScriptEnabled: false });
    await page.goto(`${customers}/${ids.customer_list_id}/${ids.customer_id}`);
    await eventually(async () => {
      await page.reload();
      return (await page.getByRole('row', { name: '€19.60' }).count()) === 1;
    });
    await page.getByRole('link', { name: 'Anonymise' }).click();
    await page.getByText('This cannot be undone.').waitFor();
    expect((await read()).anonymised).toBe(false);
    await press(page, 'Anonymise for good');
    await page.getByRole('heading', { name: 'Anonymised customer' }).waitFor();
    expect(await read()).toMatchObject({ anonymised: true, first_name: null, phone: null });
    await eventually(async () => (await website.api.retrieveOrder({ order_id })).customer?.first_name === null);
    expect(await page.getByRole('link', { name: 'Correct' }).count()).toBe(0);
    expect(await page.getByRole('row', { name: '€19.60' }).count()).toBe(1);
  });

  wideTest('do not exist for the kitchen and for other locations', async () => {
    const kitchen = await aMember(hub, location_id, 'kitchen');
    const page = await openAs(kitchen, { javaScriptEnabled: false });
    const path = `${customers}/${ids.customer_list_id}/${ids.customer_id}`;
    for (const address of [customers, path, `${path}/update`, `${path}/anonymise`]) {
      expect((await page.goto(address))?.status()).toBe(403);
    }
    const other = await aTenant(hub);
    const stranger = await openAs(other.owner, { javaScriptEnabled: false });
    expect((await stranger.goto(path))?.status()).toBe(404);
    const own = `/back-office/locations/${other.location_ids[0]}/customers/${ids.customer_list_id}/${ids.customer_id}`;
    expect((await stranger.goto(own))?.status()).toBe(404);
  });
});
