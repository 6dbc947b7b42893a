/**
 * Whatever page somebody in the kitchen may open, it shows no money, and of a customer only the first name
 * (docs/api/back-office.md#people). The pages come from the declarations.
 */
import { expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import type { Page } from 'playwright-core';
import { enterPassword } from '../../src/browser/person.ts';
import { aMember, aTenant } from '../../src/tenant.ts';
import { endpointsOf } from '../endpoint-lists.ts';
import { inChromium } from './in-chromium.ts';

const isOfKitchen = ({ method, path, roles }: Endpoint) =>
  method === 'GET' && path.includes('/:location_id') && roles?.includes('kitchen') === true;

const paths = (await endpointsOf('back-office')).filter(isOfKitchen).map(({ path }) => path);

const customer = {
  first_name: 'Grace',
  last_name: 'Secretname',
  email: 'secret@example.com',
  phone: '+33155501234',
  address_1: 'Hidden Street 7',
  city: 'Paris',
  country: 'FR',
};
const secrets = ['Secretname', 'secret@example.com', '155501234', '1 55 50 12 34', 'Hidden Street', '98.76', '98,76'];

const streamMs = 1_500;

/** What a path answers in the browser of the page; of a stream, what it sends at first. */
async function textOf(page: Page, path: string): Promise<{ status: number; text: string }> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { origin } = new URL(page.url());
  const response = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
  const { status, body } = response;
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !body) {
    return { status, text: await response.text() };
  }
  const decoder = new TextDecoder();
  let text = '';
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel(), streamMs);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  clearTimeout(timer);
  return { status, text };
}

inChromium('the kitchen', ({ hub, open }) => {
  test('sees no money, and of customers only first names', async () => {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const till = await tenant.connect('Till', { location_id });
    const order = {
      ...{ status: 'new', service_type: 'delivery', customer },
      items: [{ product_name: 'Margherita', price: '98.76 EUR', quantity: '1' }],
    };
    const { status, body } = await till.call('POST /location/orders', { body: order });
    expect([status, body.message]).toEqual([200, undefined]);
    const cook = await aMember(hub, location_id, 'kitchen');
    const page = await open();
    await page.goto('/back-office/log-in');
    await enterPassword(page, cook);
    await page.waitForURL((url) => !url.pathname.endsWith('/log-in'));
    const ids: Record<string, string> = { location_id, order_id: body.id };
    const answers = new Map<string, string>();
    await eventually(async () => {
      for (const path of paths) {
        const filled = path.replaceAll(/:([a-z_]+)/g, (_whole, name: string) => ids[name] ?? newId());
        const { status: answered, text } = await textOf(page, filled);
        expect([path, [200, 303, 404, 409].includes(answered)]).toEqual([path, true]);
        answers.set(path, text);
      }
      return answers.size === paths.length;
    });
    const told = [...answers].flatMap(([path, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${path} tells ${secret}`),
    );
    expect(told).toEqual([]);
    expect(paths.length).toBeGreaterThan(0);
  });
});
