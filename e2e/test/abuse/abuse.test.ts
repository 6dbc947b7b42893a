import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { newId } from '@order-hub/shared/ids';
import { createPasswordLink } from '@order-hub/shared/management/users';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { consent, exchangeCode } from '@order-hub/testing/fairness/consent';
import { createFairnessTenant, shopSize } from '@order-hub/testing/fairness/create-tenant';
import { logIn, streamPath } from '@order-hub/testing/fairness/pages';
import { addressOf } from '@order-hub/testing/fairness/tenant';
import { wideTest } from '@order-hub/testing/wide-test';
import { openOwnBrowser } from '../../src/browser/own-browser.ts';
import { type Answer, type Call, callWith } from '../../src/call-api.ts';
import { startReceiver } from '../../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { linesHolding } from '../../src/traces.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';
import { overEveryBus } from '../over-every-bus.ts';
import { type Attack, attackerAddress, holdConnections, sendText } from './attack.ts';

/** One tenant sends the largest and worst bodies possible while another tenant works (docs/api/limits.md). */
describe('bodies', () => {
  const answerBytesMax = 65_536;

  const roundsOfAttack = sized(2, 5);

  const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };

  const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

  const payments = times(8_000, { amount: '1.00 EUR', private_ref: 'P-1' });

  const badOptions = times(1_000, { options: times(100, {}) });

  const attacks = {
    'too many empty items': { status: 'new', items: times(349_000, {}) },
    'too many empty options of an item': { status: 'new', items: [{ ...order.items[0], options: times(340_000, {}) }] },
    'as many empty options as may be': { status: 'new', items: badOptions },
    'too many payments with a private ref': { status: 'new', payments },
    'a long key': { status: 'new', deals: { ['k'.repeat(1_000_000)]: 1 } },
  };

  overEveryBus('large and wrong bodies', (hub) => {
    let attacker: Call;
    let victim: Call;
    beforeAll(async () => {
      const [one, other] = [await aTenant(hub), await aTenant(hub)];
      attacker = (await one.connect('attacker', { location_id: one.location_ids[0] })).call;
      victim = (await other.connect('victim', { location_id: other.location_ids[0] })).call;
    });

    test.each(sized(Object.entries(attacks).slice(0, 2), Object.entries(attacks)))(
      '%s: refused briefly, and others are served meanwhile',
      async (_, body) => {
        const text = JSON.stringify(body);
        expect(text.length).toBeLessThan(1_048_576);
        const attack = async (): Promise<Answer[]> => {
          const answers: Answer[] = [];
          for (let round = 0; round < roundsOfAttack; round += 1) {
            answers.push(await attacker('POST /location/orders', { body: text }));
          }
          return answers;
        };
        const [answers, ...served] = await Promise.all([
          attack(),
          ...times(3, order).map((placed) => victim('POST /location/orders', { body: placed })),
        ]);
        expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
        for (const { status, body: refused } of answers) {
          expect([status, refused.errors.length <= 100]).toEqual([422, true]);
          expect(JSON.stringify(refused).length).toBeLessThan(answerBytesMax);
        }
      },
    );

    wideTest('ten updates with the longest names possible make ten events', async () => {
      const tenant = await aTenant(hub);
      const { call } = await tenant.connect('till', { location_id: tenant.location_ids[0] });
      const observer = await tenant.connect('observer', { location_id: tenant.location_ids[0] });
      await observer.call('POST /callback', { body: { url: null, events: { order: ['update'] } } });
      const { body: placed } = await call('POST /location/orders', { body: order });
      const items = times(90, { ...order.items[0], product_name: 'é'.repeat(1_000) });
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        const added = count < 5 ? { items } : { collection_code: `${count}`.repeat(1_000) };
        const { status } = await call(`PATCH /location/orders/${placed.id}`, { body: added });
        statuses.push(status);
      }
      expect(statuses).toEqual(times(10, 200));
      const refused = await call(`PATCH /location/orders/${placed.id}`, { body: { items } });
      expect([refused.status, refused.body.error_type]).toEqual([422, 'unprocessable_entity']);
      const events = await eventually(async () => {
        const { body } = await observer.call('GET /callback/events?count=100');
        return body.length >= 10 && body;
      }, 30_000);
      expect(events).toHaveLength(10);
    });
  });
});

/** A user connects one application again and again by ordinary consent: the quota ends it (docs/api/limits.md#quotas). */
describe('consents', () => {
  const connectionsMax = 20;

  const parallel = 2;

  /** More than the quota, or all that the limit of forms allows in a minute. */
  const rounds = sized(11, 15);

  const testMs = 120_000;

  overEveryBus('an application and a user who consents without end', (hub) => {
    const { origin } = new URL(hub.base_url);

    wideTest(
      'get 20 connections at one location',
      async () => {
        const operator = operatorClient(hub.operator);
        const tenant = await createFairnessTenant(operator, { ...shopSize, network: 68, host: 1 });
        const { browser } = await logIn(origin, tenant.owner, tenant.address);
        const connect = async (name: string) => {
          const code = await consent(origin, browser, tenant, name);
          const { status, text } = await exchangeCode(origin, tenant, code);
          return { status, error: (JSON.parse(text) as { error?: string }).error };
        };
        const ends = [];
        for (let round = 0; round < rounds; round += 1) {
          const names = Array.from({ length: parallel }, (_, index) => `Till ${round}-${index}`);
          ends.push(...(await Promise.allSettled(names.map(connect))));
        }
        const made = ends.filter((end) => end.status === 'fulfilled' && end.value.status === 200);
        // The tenant's own client has one already.
        expect(made).toHaveLength(connectionsMax - 1);
        expect(ends.at(-1)).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('422') } });
      },
      testMs,
    );
  });
});

/** Guessed tokens from an address do not lock out good tokens from the same address (docs/api/limits.md#requests-without-a-token). */
describe('guessed tokens', () => {
  const [hub] = passedHubs().hubs as [SharedHub];

  const agent = new Agent({ keepAlive: true, maxSockets: 40, localAddress: attackerAddress });

  /** An address may make 600 requests a minute without a token. */
  const guesses = sized(700, 1_500);

  const testMs = 120_000;

  /** The status of a request from the attacker's address. */
  const statusOf = (token: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-access-token': token };
      const sent = request(`${hub.base_url}/location`, { agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });

  test(
    'used and unused tokens are accepted while another client at their address guesses',
    async () => {
      const tenant = await aTenant(hub);
      const connect = (name: string) => tenant.connect(name, { location_id: tenant.location_ids[0] });
      const used = await connect('used');
      expect(await statusOf(used.access_token)).toBe(200);
      const guessed: number[] = [];
      // The minute may end meanwhile.
      for (let round = 0; round < 3 && !guessed.includes(429); round += 1) {
        const some = Array.from({ length: guesses }, (_, index) => statusOf(`guess ${round} ${Date.now()} ${index}`));
        guessed.push(...(await Promise.all(some)));
      }
      expect(guessed).toContain(429);
      expect(guessed.filter((status) => status !== 429 && status !== 401)).toEqual([]);
      for (let round = 0; round < sized(2, 5); round += 1) {
        const more = Array.from({ length: 20 }, (_, index) => statusOf(`more ${round} ${index}`));
        const unused = await connect(`unused ${round}`);
        expect(await statusOf(unused.access_token)).toBe(200);
        expect(await statusOf(used.access_token)).toBe(200);
        await Promise.all(more);
      }
      agent.destroy();
    },
    testMs,
  );
});

/** While one client's callbacks hang, another tenant still gets its events (docs/api/events.md#slow-receivers). */
describe('hanging callbacks', () => {
  const patienceMs = 120_000;

  const callbacks = sized(60, 255);

  const hangingMin = sized(20, 50);

  const subscribed = { order: ['create'] };

  const order = {
    status: 'new',
    service_type: 'collection',
    items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }],
  };

  const closers: (() => Promise<unknown>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  /** Accepts connections and never answers. */
  async function startHanging() {
    const sockets = new Set<Socket>();
    let ended = 0;
    const server = createServer((socket) => {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          ended += 1;
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      open: () => sockets.size,
      ended: () => ended,
    };
  }

  const subscribe = async ({ call }: Connected, url: string) => {
    const { status } = await call('POST /callback', { body: { url, events: subscribed } });
    expect(status).toBe(200);
  };

  /** Makes many connections of one client to one location, each with a callback. */
  async function subscribeMany(tenant: Tenant, location_id: string, url: string): Promise<void> {
    const client = await tenant.connect('hangs', { location_id });
    for (let from = 0; from < callbacks; from += 15) {
      const names = Array.from({ length: Math.min(15, callbacks - from) }, (_, index) => `till ${from + index}`);
      const places = names.map((name) => ({ location_id, name }));
      await Promise.all(places.map(async (place) => subscribe(await tenant.connectClient(client, place), url)));
    }
  }

  const placeOrders = async ({ call }: Connected, count: number) => {
    for (let index = 0; index < count; index += 1) {
      expect((await call('POST /location/orders', { body: order })).status).toBe(200);
    }
  };

  overEveryBus('while the callbacks of one client hang', (hub) => {
    wideTest("another tenant's event arrives before an attempt ends", async () => {
      const [attacker, victim] = [await aTenant(hub), await aTenant(hub)];
      const [attacked, place] = [attacker.location_ids[0], { location_id: victim.location_ids[0] }];
      const hanging = await startHanging();
      await subscribeMany(attacker, attacked, hanging.url);
      await placeOrders(await attacker.connect('orders', { location_id: attacked }), 4);
      await eventually(() => hanging.open() >= hangingMin);

      const till = await victim.connect('till', place);
      const receiver = await startReceiver(till.client_secret);
      closers.push(receiver.close);
      await subscribe(till, receiver.url);
      const website = await victim.connect('website', place);
      // Attempts end after 20 seconds: on a slow machine some do while an order is on its way.
      await eventually(async () => {
        const [arrived, ended] = [receiver.received.length, hanging.ended()];
        await placeOrders(website, 1);
        await eventually(() => receiver.received.length > arrived);
        return hanging.ended() === ended && hanging.open() > 0;
      }, patienceMs);
    });
  });
});

/** One session opens live pages from many addresses, and logs out (docs/api/back-office.md#order-board). */
describe('live pages', () => {
  const network = 69;

  const addresses = 32;

  const livePerUser = 4;

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
        await eventually(() => pages.every(({ status }) => status === 200));
        await eventually(() => live().length === livePerUser);
        const paused = pages.filter(({ text }) => text.includes('event: paused'));
        expect(paused).toHaveLength(addresses - livePerUser);

        expect((await attacker.browser.fill('/back-office/log-out', {})).status).toBe(303);
        await eventually(() => live().length === 0);
        expect(ofOther).toMatchObject({ status: 200, isOver: false });
        const late = attacker.watch(addressOf(network, 1));
        await eventually(() => late.status !== undefined);
        expect(late.status).not.toBe(200);
      },
      testMs,
    );
  });
});

/** A client guesses passwords: the API keeps answering, and no log holds the guesses (docs/api/back-office.md#attempts). */
describe('log ins', () => {
  const logIn = '/back-office/log-in';

  const guesses = 50;

  const testMs = 120_000;

  /** An address of this machine, if it has more than one; each has limits of its own. */
  const addressOf = (index: number) => (process.platform === 'linux' ? `127.0.3.${index}` : '127.0.0.1');

  /** Sends token requests with an unknown code, one after the other, and returns their statuses: 400 if all is well. */
  async function tokenRequests(origin: string, { client_id, client_secret }: Connected, times: number) {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const body = new URLSearchParams({ client_id, client_secret, code: 'unknown' });
      const response = await fetch(`${origin}/oauth2/v1/token`, { method: 'POST', body });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  }

  overEveryBus('passwords', (hub) => {
    const { origin } = new URL(hub.base_url);

    // How long the others wait is measured: `npm run bench -- auth`.
    test(
      'the API answers during 50 concurrent log-ins, and the guesser has to wait in the end',
      async () => {
        const tenant = await aTenant(hub);
        const { call } = await tenant.connect('till', { location_id: tenant.location_ids[0] });
        const browser = openOwnBrowser(origin, attackerAddress);
        const form = await browser.open(logIn);
        const guess = () => browser.fill(logIn, form, { email: `${newId()}@example.com`, password: 'wrong' });
        const startedAt = Date.now();
        let left = guesses;
        const underWay = Array.from({ length: guesses }, async () => {
          const { status } = await guess();
          left -= 1;
          return status;
        });
        let answered = 0;
        while (left > 0) {
          expect((await call('GET /location')).status).toBe(200);
          if (left > 0) answered += 1;
        }
        expect(answered).toBeGreaterThan(0);
        const statuses = await Promise.all(underWay);
        // 503: on a slow machine some wait too long for their turn. Their passwords are not checked and do not count.
        expect(new Set([...statuses, 422, 429, 503])).toEqual(new Set([422, 429, 503]));
        const checked = statuses.filter((status) => status === 422).length;
        // From the 20th guess on the guesser waits for 1, 2, 4 … seconds. On a slow machine some of these waits end meanwhile.
        const waitsEnded = Math.floor(Math.log2((Date.now() - startedAt) / 1_000 + 1));
        expect(checked).toBeLessThanOrEqual(20 + waitsEnded);
        let refused = await guess();
        for (let more = checked; refused.status === 422 && more < 30; more += 1) refused = await guess();
        expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
        expect(refused.html).toContain('Please try again in');
        browser.close();
      },
      testMs,
    );

    test('wrong passwords from one address do not keep the user out elsewhere, and a password link ends their waits', async () => {
      const { owner, user_id } = await aTenant(hub);
      const guesser = openOwnBrowser(origin, addressOf(2));
      const form = await guesser.open(logIn);
      const statuses = [];
      for (let count = 0; count < 12; count += 1)
        statuses.push((await guesser.fill(logIn, form, { email: owner.email, password: 'wrong' })).status);
      expect(statuses).toContain(429);
      const elsewhere = openOwnBrowser(origin, addressOf(1));
      expect((await elsewhere.fill(logIn, await elsewhere.open(logIn), owner)).status).toBe(303);
      const { ask } = operatorClient(hub.operator);
      const { url } = await ask(createPasswordLink, { params: { user_id } });
      const link = url.slice(url.indexOf('/back-office'));
      const new_password = 'staple the correct battery';
      expect((await guesser.fill(link, await guesser.open(link), { new_password })).status).toBe(303);
      expect((await guesser.fill(logIn, form, { email: owner.email, password: new_password })).status).toBe(303);
      guesser.close();
      elsewhere.close();
    });

    test(
      "during a flood of successful log-ins, others' token requests and log-ins succeed",
      async () => {
        const attackers = await Promise.all([aTenant(hub), aTenant(hub), aTenant(hub), aTenant(hub)]);
        // Before the flood, in which a new user may have to wait.
        const others = await Promise.all(Array.from({ length: sized(4, 8) }, () => aTenant(hub)));
        const till = await others[0]!.connect('till', { location_id: others[0]!.location_ids[0] });
        let isOver = false;
        const answered: number[] = [];
        const flood = attackers.flatMap(({ owner }, index) =>
          Array.from({ length: 8 }, async () => {
            const browser = openOwnBrowser(origin, addressOf(10 + index));
            const form = await browser.open(logIn);
            while (!isOver) {
              // Without its session, each log-in is one of a new browser.
              browser.cookies.delete('__Host-session');
              browser.cookies.delete('session');
              answered.push((await browser.fill(logIn, form, owner)).status);
            }
            browser.close();
          }),
        );
        const logIns: number[] = [];
        const asOthers = async () => {
          for (const [index, { owner }] of others.entries()) {
            const browser = openOwnBrowser(origin, addressOf(20 + index));
            logIns.push((await browser.fill(logIn, await browser.open(logIn), owner)).status);
            browser.close();
          }
          return tokenRequests(origin, till, sized(10, 40));
        };
        await eventually(() => answered.length > 0);
        const token = await asOthers().finally(() => (isOver = true));
        await Promise.all(flood);
        expect(new Set(token)).toEqual(new Set([400]));
        expect(logIns).toEqual(others.map(() => 303));
        // Ten a minute for each user, and the flood may last into a second minute.
        expect(answered.filter((status) => status === 303).length).toBeLessThanOrEqual(2 * 10 * attackers.length);
        expect(new Set([...answered, 303, 429, 503])).toEqual(new Set([303, 429, 503]));
      },
      testMs,
    );

    test('and other secrets are in no log', async () => {
      const [email, password, wrong] = [`${newId()}@example.com`, `password of ${newId()}`, `wrong ${newId()}`];
      const browser = openOwnBrowser(origin);
      const secrets = [password, wrong];
      const noteAll = () => secrets.push(...browser.cookies.values());
      const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
      const form = await browser.open('/back-office/sign-up');
      const signedUp = await browser.fill('/back-office/sign-up', form, { email, password, ...names });
      expect(signedUp.status).toBe(303);
      noteAll();
      const again = await browser.open(logIn);
      secrets.push(/ name="form_token" value="([^"]*)"/.exec(again.html)?.[1] ?? '');
      expect((await browser.fill(logIn, again, { email, password: wrong })).status).toBe(422);
      expect((await browser.fill(logIn, again, { email, password })).status).toBe(303);
      noteAll();
      const tenant = await aTenant(hub);
      const till = await tenant.connect('till', { location_id: tenant.location_ids[0] });
      secrets.push(till.client_secret, till.access_token, 'hub_code_of_the_test');
      for (const [path, name, value] of [
        ['token', 'code', 'hub_code_of_the_test'],
        ['revoke', 'token', till.access_token],
      ] as const) {
        const { client_id, client_secret } = till;
        const body = new URLSearchParams({ client_id, client_secret, [name]: value });
        await (await fetch(`${origin}/oauth2/v1/${path}`, { method: 'POST', body })).text();
      }
      browser.close();
      expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
      // The line of the last request is the last one written.
      await eventually(() => linesHolding(hub.logs, ['/oauth2/v1/revoke']).length > 0);
      expect(linesHolding(hub.logs, secrets)).toEqual([]);
    });
  });
});

/** Requests that two servers could read differently are refused, and the next requests of others are answered as usual. */
describe('odd requests', () => {
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
    for (let round = 0; round < sized(2, 20); round += 1) {
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
});

/** While the host names of one client's callbacks do not resolve, another tenant still gets its events (docs/api/events.md#slow-receivers). */
describe('silent names', () => {
  const callbacks = 24;

  /** An event that waited for these look-ups, four at a time, would take longer than a minute. */
  const patienceMs = 45_000;

  const closers: (() => Promise<unknown>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const subscribe = async ({ call }: Connected, url: string) => {
    const { status } = await call('POST /callback', { body: { url, events: { order: ['create'] } } });
    expect(status).toBe(200);
  };

  const placeOrder = async ({ call }: Connected) => {
    const body = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };
    expect((await call('POST /location/orders', { body })).status).toBe(200);
  };

  overEveryBus("while the host names of one client's callbacks do not resolve", (hub) => {
    wideTest("another tenant's event arrives", async () => {
      const [attacker, victim] = [await aTenant(hub), await aTenant(hub)];
      const [attacked, place] = [attacker.location_ids[0], { location_id: victim.location_ids[0] }];
      const client = await attacker.connect('silent', { location_id: attacked });
      for (let index = 0; index < callbacks; index += 1) {
        const own = { location_id: attacked, name: `till ${index}` };
        const connection = await attacker.connectClient(client, own);
        await subscribe(connection, `http://no-answer-${index}.example.com/`);
      }
      const website = await attacker.connect('orders', { location_id: attacked });
      for (let index = 0; index < 4; index += 1) await placeOrder(website);

      const till = await victim.connect('till', place);
      const receiver = await startReceiver(till.client_secret);
      closers.push(receiver.close);
      await subscribe(till, receiver.url);
      await placeOrder(await victim.connect('website', place));
      await eventually(() => receiver.received.length === 1, patienceMs);
    });
  });
});

/** Requests whose bodies never arrive hold up no other client (docs/api/limits.md#concurrent-requests). */
describe('stalled requests', () => {
  const [hub] = passedHubs().hubs as [SharedHub];

  /** Without protection the others wait for more than a minute. */
  const patienceMs = 45_000;

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
    for (let round = 0; round < sized(1, 3); round += 1) {
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

  wideTest(
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
});
