/** One session opens live pages from many addresses, and logs out (docs/api/back-office.md#order-board). */
import { request } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { eventually } from '@order-hub/testing/call';
import { createFairnessTenant, shopSize } from '@order-hub/testing/fairness/create-tenant';
import { logIn, streamPath } from '@order-hub/testing/fairness/pages';
import { addressOf } from '@order-hub/testing/fairness/tenant';
import { overEveryBus } from '../over-every-bus.ts';

const network = 69;
const addresses = 32;
const livePerUser = 4;
/** The session is looked up every four seconds. */
const patienceMs = 15_000;
const testMs = 120_000;

/** A live page. `status` is undefined until the response has begun. */
type LivePage = { status: number | undefined; text: string; isOver: boolean; close: () => void };

function openLivePage(url: string, { cookie, localAddress }: { cookie: string; localAddress: string }): LivePage {
  const sent = request(url, { agent: false, localAddress, headers: { cookie } }, (incoming) => {
    page.status = incoming.statusCode;
    incoming.setEncoding('utf8').on('data', (part: string) => (page.text += part));
    incoming.on('error', () => undefined).once('close', () => (page.isOver = true));
  });
  const page: LivePage = { status: undefined, text: '', isOver: false, close: () => void sent.destroy() };
  sent.on('error', () => (page.isOver = true)).end();
  return page;
}

let opened: LivePage[] = [];
afterEach(() => {
  for (const page of opened) page.close();
  opened = [];
});

overEveryBus('live pages of one session', (hub) => {
  const { origin } = new URL(hub.base_url);

  /** An owner who is logged in. */
  async function anOwner(host: number) {
    const operator = operatorClient(hub.operator);
    const tenant = await createFairnessTenant(operator, { ...shopSize, network, host });
    const { browser, status } = await logIn(origin, tenant.owner, tenant.address);
    expect(status).toBe(303);
    const url = origin + streamPath(tenant.location_id);
    const watch = (localAddress: string) => {
      const page = openLivePage(url, { cookie: browser.cookie(), localAddress });
      opened.push(page);
      return page;
    };
    return { browser, watch, address: tenant.address };
  }

  test(
    'from 32 addresses: four stay live, and they end when the session does; those of others go on',
    async () => {
      const [attacker, other] = [await anOwner(100), await anOwner(101)];
      const ofOther = other.watch(other.address);
      const pages = Array.from({ length: addresses }, (_, index) => attacker.watch(addressOf(network, index + 1)));
      const live = () => pages.filter(({ isOver }) => !isOver);
      await eventually(() => pages.every(({ status }) => status === 200), patienceMs);
      await eventually(() => live().length === livePerUser, patienceMs);
      const paused = pages.filter(({ text }) => text.includes('event: paused'));
      expect(paused).toHaveLength(addresses - livePerUser);

      expect((await attacker.browser.fill('/back-office/log-out', {})).status).toBe(303);
      await eventually(() => live().length === 0, patienceMs);
      expect(ofOther).toMatchObject({ status: 200, isOver: false });
      const late = attacker.watch(addressOf(network, 1));
      await eventually(() => late.status !== undefined);
      expect(late.status).not.toBe(200);
    },
    testMs,
  );
});
