/** Requests whose bodies never arrive hold up no other client (docs/api/limits.md#concurrent-requests). */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { callWith } from '../../src/call-api.ts';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';
import { type Attack, holdConnections } from './attack.ts';

const [hub] = passedHubs().hubs as [SharedHub];
/** Without protection the others wait for more than a minute. */
const patienceMs = 20_000;
const testMs = 120_000;

let [attacker, other]: Connected[] = [];
let tenant: Tenant;
let attacks: Attack[] = [];
beforeAll(async () => {
  const foe = await aTenant(hub);
  tenant = await aTenant(hub);
  attacker = await foe.connect('attacker', { location_id: foe.location_ids[0] });
  other = await tenant.connect('other', { location_id: tenant.location_ids[0] });
});
afterEach(() => {
  for (const attack of attacks) attack.stop();
  attacks = [];
});

const hold = (count: number, path: string, bytes: number, token = '') => {
  const { pathname } = new URL(hub.base_url);
  const base = path.startsWith('/oauth2') ? '' : pathname;
  const lines = [`POST ${base}${path} HTTP/1.1`, 'Host: hub.test', `X-Access-Token: ${token}`];
  const text = [...lines, 'Content-Type: application/json', `Content-Length: ${bytes}`, '', 'x'].join('\r\n');
  attacks.push(holdConnections(hub.base_url, count, text));
};

/** Expects every service to answer another tenant: reads, writes, and the first request of a new connection. */
async function expectService(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const route of ['GET /location', 'GET /location/orders', 'GET /callback']) {
      expect([route, (await other!.call(route, { patienceMs })).status]).toEqual([route, 200]);
    }
    const fresh = await tenant.connect(`fresh ${round}`, { location_id: tenant.location_ids[1] });
    expect((await fresh.call('GET /location', { patienceMs })).status).toBe(200);
    const body = { private_ref: 'x'.repeat(100_000) };
    expect([200, 413, 422]).toContain((await fresh.call('POST /location/orders', { body, patienceMs })).status);
    const pages = callWith(new URL(hub.base_url).origin, null);
    const token = await pages('POST /oauth2/v1/token', { body: {}, patienceMs });
    expect(token.status).toBeGreaterThanOrEqual(400);
    expect(token.status).toBeLessThan(429);
  }
}

test(
  'on the pages of auth, without a token',
  async () => {
    hold(300, '/oauth2/v1/x', 1000);
    await expectService();
  },
  testMs,
);

test(
  'of one connection, small and large, which get 408 in the end',
  async () => {
    hold(260, '/location/orders', 1000, attacker!.access_token);
    hold(260, '/location/orders', 500_000, attacker!.access_token);
    await expectService();
    await eventually(() => attacks.every((attack) => attack.received().includes('HTTP/1.1 408')), 60_000);
    await expectService();
  },
  testMs,
);
