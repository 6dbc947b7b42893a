/** Requests that two servers could read differently are refused, and the next requests of others are answered as usual. */
import { beforeAll, expect, test } from '@jest/globals';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';
import { sendText } from './attack.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const { pathname } = new URL(hub.base_url);

let tenant: Tenant;
let [attacker, other]: Connected[] = [];
beforeAll(async () => {
  const foe = await aTenant(hub);
  tenant = await aTenant(hub);
  attacker = await foe.connect('attacker', { location_id: foe.location_ids[0] });
  other = await tenant.connect('other', { location_id: tenant.location_ids[0] });
});

const lines = (...given: string[]) => [...given, '', ''].join('\r\n');

test.each([
  ['two Host headers', (token: string) => lines(`GET ${pathname}/location HTTP/1.1`, 'Host: a', 'Host: b', token)],
  ['HTTP/0.9', () => lines(`GET ${pathname}/location`)],
  ['HTTP/0.9 by name', (token: string) => lines(`GET ${pathname}/location HTTP/0.9`, 'Host: a', token)],
])('%s: 400', async (_name, textWith) => {
  const text = textWith(`X-Access-Token: ${attacker!.access_token}\r\nConnection: close`);
  for (let round = 0; round < 20; round += 1) {
    expect(await sendText(hub.base_url, text)).toMatch(/^HTTP\/1\.1 400 .*"error_type":"bad_request"/s);
    const { status, body } = await other!.call('GET /location');
    expect([status, body.id]).toEqual([200, tenant.location_ids[0]]);
  }
});

test('every answer forbids browsers to guess its type, also when a service is called directly', async () => {
  const origins = [new URL(hub.base_url).origin, ...Object.values(hub.service_urls)];
  for (const origin of origins) {
    for (const path of ['/health', '/nowhere', '/v1/location', '/oauth2/v1/authorize', '/back-office/login']) {
      const answer = await fetch(origin + path, { redirect: 'manual' });
      await answer.text();
      expect([origin, path, answer.headers.get('x-content-type-options')]).toEqual([origin, path, 'nosniff']);
    }
  }
  for (const route of ['GET /location', 'GET /location/orders', 'GET /callback', 'GET /nowhere']) {
    const { headers } = await other!.call(route);
    expect([route, headers.get('x-content-type-options')]).toEqual([route, 'nosniff']);
  }
});
