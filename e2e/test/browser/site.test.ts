/** Every page is for everybody: with a keyboard, a screen reader, large text, a small window, in the dark. */
import { beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import type { BrowserContextOptions } from 'playwright-core';
import { callWith } from '../../src/call-api.ts';
import { logIn, somebody } from '../../src/person.ts';
import type { SharedHub } from '../hubs.ts';
import { axeViolations, keyboardFaults, movements, overflows, smallTargets } from './checks.ts';
import { inChromium } from './in-chromium.ts';
import { sitePaths, withIds } from './site.ts';

const paths = await sitePaths();

/** As long as a name may be, and without a space at which it could be broken. */
const longName = (start: string) => start.padEnd(255, 'Abcdefghij');

/** Somebody whose things have the longest names, and everything that a page shows. */
async function anOwner({ base_url, operator: api }: SharedHub) {
  const operator = operatorClient(api);
  const person = somebody();
  const { user_id, account_id, location_ids } = await createTenant(operator, {
    user: { ...person, first_name: longName('Ada'), last_name: longName('Lovelace') },
    account: { name: longName('Account'), currency: 'EUR' },
    locations: [{ name: longName('Location'), address: longName('Street'), timezone: 'Europe/Paris' }],
  });
  await operator.post('/operators', { user: user_id });
  const [location_id] = location_ids;
  const { client_id } = await createClient(operator, { user_id, name: longName('Client') });
  const place = { location_id };
  const connection = await createConnection(operator, { client_id, scope: everyRight(place), ...place });
  const call = callWith(base_url, connection.access_token);
  const order = { items: [{ product_name: longName('Pizza'), price: '9.80 EUR', quantity: '2' }] };
  await call('POST /callback', { body: { url: null, events: { order: ['create'] } } });
  await call('POST /location/orders', { body: { status: 'new', service_type: 'collection', ...order } });
  return { person, ids: { account_id, location_id, client_id, connection_id: connection.id } };
}

inChromium('every page', ({ hub, open }) => {
  let ids: Record<string, string>;
  let cookies: BrowserContextOptions['storageState'] & object;
  beforeAll(async () => {
    const owner = await anOwner(hub);
    ids = owner.ids;
    const page = await open();
    await logIn(page, owner.person);
    cookies = await page.context().storageState();
  });

  const titles = new Map<string, string>();

  test.each(paths)('%s', async (path) => {
    const page = await open({ storageState: cookies });
    const reply = await page.goto(withIds(path, ids));
    expect([reply?.status(), new URL(page.url()).pathname]).toEqual([200, withIds(path, ids)]);
    expect(await axeViolations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await overflows(page)).toEqual([]);
    expect(await keyboardFaults(page)).toEqual([]);
    expect(await movements(page)).toEqual([]);
    const title = await page.title();
    expect(titles.get(title)).toBeUndefined();
    titles.set(title, path);
  });
});
