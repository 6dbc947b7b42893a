import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { lifetime } from '@order-hub/shared/lifetime';
import { listUsers } from '@order-hub/shared/management/users';
import { type ServiceName, serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { type CollectedSpan, type Collector, startCollector } from '@order-hub/testing/collector';
import { wideTest } from '@order-hub/testing/wide-test';
import { startBroker } from '../../src/broker.ts';
import { openOwnBrowser } from '../../src/browser/own-browser.ts';
import type { Answer } from '../../src/call-api.ts';
import { type Load, startLoad } from '../../src/restarts/load.ts';
import { type MailReceiver, startMailReceiver } from '../../src/restarts/mail-receiver.ts';
import { type OwnHub, startOwnHub } from '../../src/restarts/own-hub.ts';
import { aTenant } from '../../src/tenant.ts';
import { linesHolding } from '../../src/traces.ts';
import { onEveryBus } from '../over-every-bus.ts';

/** A hub of its own, on its own PostgreSQL: its parts go away, its spans are collected, and its mails arrive here. */
onEveryBus('a hub', (bus) => {
  const testMs = 300_000;

  const patienceMs = 120_000;

  /** Much longer than the requests of the test that drains take: the machine may be busy. */
  const drainSeconds = 6;

  const life = lifetime();
  let collector: Collector;
  let mailbox: MailReceiver;
  let scene: OwnHub;
  beforeAll(async () => {
    collector = life.opened(await startCollector(), ({ close }) => close());
    mailbox = life.opened(await startMailReceiver(), async ({ close }) => close());
    const broker = bus === 'rabbitmq' ? await startBroker() : undefined;
    if (broker && 'unavailable' in broker) throw new Error(broker.unavailable);
    if (broker) life.opened(broker, ({ stop }) => stop());
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      LOG_LEVEL: 'info',
      ...mailbox.settings,
      TROUBLE_MAIL_SECONDS: '2',
    };
    scene = life.opened(await startOwnHub({ drainSeconds, amqpUrl: broker?.url, settings }), ({ close }) => close());
  }, testMs);
  afterAll(() => life.close(), testMs);

  /** One request can be followed from the gateway to the callback: by its id, and by its trace (docs/tracing.md). */
  describe('a request', () => {
    const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };

    const kinds = { server: 2, client: 3, producer: 4, consumer: 5 };

    /** Each span as `service: name` after that of its parent, oldest first. */
    function treeOf(spans: readonly CollectedSpan[], parentId = '', depth = 0): string[] {
      const children = spans.filter((span) => span.parentId === parentId).sort((a, b) => a.startMs - b.startMs);
      return children.flatMap(({ service, name, spanId }) => [
        `${'  '.repeat(depth)}${service}: ${name}`,
        ...treeOf(spans, spanId, depth + 1),
      ]);
    }

    /** Places an order. Returns the id of the request, and the push that followed. */
    async function placeOrder(body: object = order) {
      const answer = await scene.website('POST /location/orders', {
        body,
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      });
      expect(answer.status).toBe(200);
      const push = await eventually(
        () => scene.receiver.received.find(({ event }) => event.order_id === answer.body.id),
        patienceMs,
      );
      return { request_id: answer.headers.get('x-request-id') ?? '', push };
    }

    const traceOf = (request_id: string, isComplete: (spans: CollectedSpan[]) => boolean) =>
      eventually(() => {
        const first = collector.spans.find(
          ({ service, attributes }) => service === 'gateway' && attributes['hub.request_id'] === request_id,
        );
        const spans = collector.spans.filter(({ traceId }) => traceId === first?.traceId);
        return first !== undefined && isComplete(spans) && spans;
      }, patienceMs);

    test('has one trace, from the gateway through the service and the bus to the callback', async () => {
      const { request_id, push } = await placeOrder();
      const spans = await traceOf(request_id, (found) => found.length >= 7);
      expect(treeOf(spans)).toEqual([
        'gateway: POST orders',
        '  gateway: POST orders',
        '    orders: POST /locations/:location_id/orders',
        '      orders: insert order',
        '      orders: send change',
        '        events: process change',
        '          events: push order.create',
      ]);
      expect(spans.filter(({ isFailed }) => isFailed)).toEqual([]);
      const pushed = spans.find(({ name }) => name === 'push order.create')!;
      expect(pushed.kind).toBe(kinds.client);
      expect(push.headers['traceparent']).toBe(`00-${pushed.traceId}-${pushed.spanId}-01`);
    });

    test('has one id, in the lines of each service and at the receiver', async () => {
      const { request_id, push } = await placeOrder();
      expect(push.headers['x-request-id']).toBe(request_id);
      const linesOf = (service: string) =>
        linesHolding([join(scene.hub.data_folder, 'logs', `${service}.log`)], [`"request_id":"${request_id}"`]);
      await eventually(() => linesOf('gateway').length === 1 && linesOf('orders').length === 1, patienceMs);
    });

    test('that asks another service has its spans too', async () => {
      const { body: list } = await scene.website('POST /location/customer_lists', { body: { name: 'Friends' } });
      const path = `/customer_lists/${list.id}/customers`;
      const { body: customer } = await scene.website(`POST ${path}`, { body: { first_name: 'Ada' } });
      const { request_id } = await placeOrder({ ...order, customer_id: customer.id });
      const isAsked = ({ service, kind }: CollectedSpan) => service === 'customers' && kind === kinds.server;
      const spans = await traceOf(request_id, (found) => found.some(isAsked));
      const asked = spans.find(isAsked)!;
      expect(spans.find(({ spanId }) => spanId === asked.parentId)).toMatchObject({
        service: 'orders',
        name: 'POST customers',
        kind: kinds.client,
      });
    });

    test('tells the collector and the logs no secrets and no personal data', async () => {
      await placeOrder({ ...order, customer: { first_name: 'Grace', email: 'grace@example.com' } });
      const secrets = [...scene.secrets, 'grace@example.com', '/callbacks', 'Margherita'];
      await eventually(
        () => collector.spans.filter(({ name }) => name === 'push order.create').length >= 3,
        patienceMs,
      );
      expect(secrets.filter((secret) => collector.texts.some((text) => text.includes(secret)))).toEqual([]);
      expect(linesHolding([join(scene.hub.data_folder, 'logs')], secrets)).toEqual([]);
    });
  });

  // What follows has nothing to do with the bus.
  if (bus === 'rabbitmq') return;

  /** Mails of a whole hub: what is committed is sent, whatever happens to auth. */
  describe('mails', () => {
    const originOf = ({ hub }: OwnHub) => new URL(hub.base_url).origin;

    const waiting = () =>
      scene.onDatabase(async (client) => (await client.query('select attempts from auth.mails order by id')).rows);

    /** The link in a mail whose text is quoted-printable or plain. */
    function linkIn(source: string): string {
      const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const { pathname, search } = new URL(/https?:\/\/\S+token=[0-9a-f]+/.exec(text)?.[0] ?? 'http://none.example');
      return pathname + search;
    }

    test(
      'auth is killed between the sign-up and the mail: the mail arrives afterwards, and its link works at the gateway',
      async () => {
        const browser = openOwnBrowser(originOf(scene));
        const email = `ada-${Date.now()}@example.com`;
        await eventually(async () => (await waiting()).length === 0, patienceMs);
        mailbox.sources.length = 0;
        mailbox.state.isSilent = true;
        const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
        const path = '/back-office/sign-up';
        const form = await browser.open(path);
        const signedUp = await browser.fill(path, form, { email, password: 'correct horse battery', ...names });
        expect(signedUp.status).toBe(303);
        await eventually(async () => (await waiting()).some(({ attempts }) => attempts === 1), patienceMs);

        const before = scene.hub.processes.auth;
        process.kill(before, 'SIGKILL');
        mailbox.state.isSilent = false;
        await eventually(() => scene.hub.processes.auth !== before, patienceMs);
        expect(await waiting()).toEqual([{ attempts: 1 }]);
        // In place of waiting until the lease of the killed process ends.
        await scene.onDatabase((client) => client.query('update auth.mails set due_at = now()'));
        const [source = ''] = await eventually(() => mailbox.sources, patienceMs);
        expect(source).toContain(`To: ${email}`);
        expect(await eventually(async () => (await waiting()).length === 0, patienceMs)).toBe(true);

        const link = linkIn(source);
        const page = await browser.open(link);
        expect(page.status).toBe(200);
        expect((await browser.fill(link, page, {})).status).toBe(303);
        const { items } = await operatorClient(scene.hub.operator).ask(listUsers, {
          params: {},
          input: { email, count: 1 },
        });
        expect(items).toMatchObject([{ email, email_verified: true }]);
        browser.close();
      },
      testMs,
    );
  });

  /** Mails about an app whose callback fails, of a whole hub whose auth is killed meanwhile (docs/api/back-office.md#apps-with-trouble). */
  describe('trouble mails', () => {
    /** What the application answers. */
    let status = 200;

    const application = createServer((req, res) => void req.resume().on('end', () => res.writeHead(status).end()));

    beforeAll(async () => {
      application.listen(0, '127.0.0.1');
      await once(application, 'listening');
    });
    afterAll(() => {
      application.closeAllConnections();
      application.close();
    });

    /** The marks of trouble in auth. */
    const marks = (connection_id: string) =>
      scene.onDatabase(
        async (client) =>
          (await client.query('select mailed_at, seen_at from auth.troubles where connection_id = $1', [connection_id]))
            .rows as { mailed_at: Date | null; seen_at: Date }[],
      );

    /** The mails that lead to the page of this connection. */
    const mailsAbout = (connection_id: string) =>
      mailbox.sources.filter((source) =>
        source.replaceAll('=\r\n', '').includes(`/back-office/connections/${connection_id}`),
      );

    /** Waits until auth has looked at the trouble several times after it was mailed. */
    const seenAgain = (connection_id: string) =>
      eventually(async () => {
        const [mark] = await marks(connection_id);
        return mark?.mailed_at ? mark.seen_at.getTime() - mark.mailed_at.getTime() > 1_000 : false;
      }, patienceMs);

    wideTest(
      'a callback that fails causes one mail, although auth is killed; one that works and fails again, a second',
      async () => {
        const { owner, connect, location_ids } = await aTenant(scene.hub);
        const place = { location_id: location_ids[0] ?? '' };
        const [till, website] = [await connect('Till', place), await connect('Website', place)];
        const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}/`;
        await till.call('POST /callback', { body: { url, events: { order: ['create'] } } });
        const order = () =>
          website.call('POST /location/orders', {
            body: {
              ...{ status: 'new', service_type: 'collection', channel: 'Website' },
              items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }],
            },
          });

        status = 500;
        expect((await order()).status).toBe(200);
        await eventually(async () => (await marks(till.id)).length === 1, patienceMs);
        const before = scene.hub.processes.auth;
        process.kill(before, 'SIGKILL');
        await eventually(() => scene.hub.processes.auth !== before, patienceMs);
        await eventually(() => mailsAbout(till.id), patienceMs);
        await seenAgain(till.id);
        expect(mailsAbout(till.id)).toHaveLength(1);

        status = 200;
        await eventually(async () => (await marks(till.id)).length === 0, patienceMs);
        status = 500;
        await order();
        await eventually(() => mailsAbout(till.id).length > 1, patienceMs);
        await seenAgain(till.id);
        expect(mailsAbout(till.id)).toHaveLength(2);
        for (const source of mailsAbout(till.id)) expect(source).toContain(`To: ${owner.email}\r\n`);
      },
      testMs,
    );
  });

  /**
   * Parts of the hub go away under load, in every way. Those that are left say so, live on and work afterwards. Each answer
   * tells the truth about its request, and no event is lost.
   */
  describe('restarts', () => {
    const withDatabase = ['auth', 'orders', 'catalog', 'customers', 'events'] as const satisfies ServiceName[];

    /** Waits until the answer has this status. */
    const answersWith = (status: number, ask: () => Promise<Answer>) =>
      eventually(async () => (await ask()).status === status, patienceMs);

    const isReady = (name: ServiceName) =>
      eventually(
        () =>
          scene.readiness(name).then(
            ({ status }) => status === 200,
            () => false,
          ),
        patienceMs,
      );

    type StoredOrder = { id: string; ref: string };

    /** 200: the order is stored, and its event has arrived. 503: it is not stored. 504: it may be. Other answers are wrong. */
    async function expectTruth({ orders, outcomes }: Load): Promise<void> {
      const allowed = ['200', '503 service_unavailable', '504 outcome_unknown'];
      expect([...outcomes.keys()].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
      const { rows } = await scene.onDatabase((client) =>
        client.query<StoredOrder>(`select id, document::json ->> 'ref' as ref from orders.orders`),
      );
      const idOf = new Map(rows.map(({ ref, id }) => [ref, id]));
      const refsWith = (status: number) => [...orders].filter((order) => order[1] === status).map(([ref]) => ref);
      expect(refsWith(200).filter((ref) => !idOf.has(ref))).toEqual([]);
      expect(refsWith(503).filter((ref) => idOf.has(ref))).toEqual([]);
      const stored = [...orders.keys()].flatMap((ref) => idOf.get(ref) ?? []);
      expect(stored.length).toBeGreaterThan(0);
      const missing = () => {
        const pushed = new Set(scene.receiver.received.map(({ event }) => event.order_id));
        return stored.filter((id) => !pushed.has(id));
      };
      await eventually(() => missing().length === 0, patienceMs).catch(() => expect(missing()).toEqual([]));
    }

    /** Does harm under load, and waits until everything works again. Returns the counts of the outcomes. */
    async function underLoad(harm: (load: Load) => Promise<unknown>): Promise<Load> {
      const load = startLoad(scene.website, scene.changes);
      await eventually(() => load.orders.size > 20, patienceMs);
      await harm(load);
      for (const { make } of scene.changes) await answersWith(200, make);
      await answersWith(200, () => scene.website('POST /location/orders', { body: { status: 'new' } }));
      await load.stop();
      await expectTruth(load);
      return load;
    }

    /** The processes still run. The runner restarts one that ends, but then it has another process id. */
    async function expectNoProcessEnds(work: () => Promise<unknown>): Promise<void> {
      const restarts = () => scene.said.filter((sentence) => sentence.endsWith('restarting it'));
      const before = { processes: { ...scene.hub.processes }, restarts: restarts() };
      await work();
      expect({ processes: scene.hub.processes, restarts: restarts() }).toEqual(before);
    }

    async function expectUnavailable(): Promise<void> {
      const reason = 'the database does not answer';
      for (const name of withDatabase) {
        expect([name, await scene.readiness(name)]).toMatchObject([
          name,
          { status: 503, body: { ready: false, reason } },
        ]);
      }
      expect(await scene.readiness('back-office')).toMatchObject({ status: 200, body: { ready: true } });
      // It gives each service half a second, which is little for a busy machine.
      await eventually(async () => {
        const { status, body } = await scene.readiness('gateway');
        expect([status, body.ready]).toEqual([200, true]);
        return body.degraded.toSorted().join() === withDatabase.toSorted().join();
      }, patienceMs);
      for (const { service, make } of scene.changes) {
        const { status, body, headers } = await make();
        const message = 'The service cannot reach its database at the moment; repeat the request';
        expect([service, status, body]).toEqual([
          ...[service, 503, expect.objectContaining({ error_type: 'service_unavailable', message })],
        ]);
        expect(headers.get('retry-after')).toBe('2');
      }
    }

    describe.each(sized(['immediate'] as const, ['fast', 'immediate'] as const))(
      'a restart of PostgreSQL in the mode %s',
      (mode) => {
        test(
          'every service answers 503 meanwhile, and works afterwards',
          () =>
            expectNoProcessEnds(() =>
              underLoad(async () => {
                const { postgres } = scene;
                await postgres.shutDown(mode);
                await expectUnavailable().finally(postgres.resume);
                for (const name of withDatabase) await isReady(name);
              }),
            ),
          testMs,
        );
      },
    );

    const endWaiting = `
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = $1 and wait_event_type = 'Lock' and xact_start is not null`;

    const endAll = `
    select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

    describe('a connection that PostgreSQL ends', () => {
      test.each(sized(withDatabase.slice(0, 1), withDatabase))(
        'in the middle of a transaction of %s: 503, and the next request works',
        (name) =>
          expectNoProcessEnds(async () => {
            const { onDatabase, changes } = scene;
            const { table, make } = changes.find(({ service }) => service === name)!;
            const { status, body } = await onDatabase(async (holder) => {
              await holder.query(`begin; lock table ${table} in access exclusive mode`);
              const answer = make();
              // On another connection: a transaction keeps seeing the activity that it saw first.
              await onDatabase((admin) =>
                eventually(async () => ((await admin.query(endWaiting, [name])).rowCount ?? 0) > 0, patienceMs),
              );
              return answer;
            });
            expect([status, body.error_type]).toEqual([503, 'service_unavailable']);
            await answersWith(200, make);
          }),
        testMs,
      );

      test(
        'all of them, again and again',
        () =>
          expectNoProcessEnds(() =>
            underLoad(async ({ orders }) => {
              for (let round = 0; round < sized(1, 10); round += 1) {
                const end = () => scene.onDatabase((client) => client.query(endAll));
                await eventually(async () => ((await end()).rowCount ?? 0) > 0, patienceMs);
                const sentBefore = orders.size;
                await eventually(() => [...orders.values()].slice(sentBefore).includes(200), patienceMs);
              }
            }),
          ),
        testMs,
      );
    });

    /** Opens a connection to a process, and asks it for its health. */
    async function openKept(name: ServiceName) {
      const { hostname, port } = new URL(scene.hub.service_urls[name]);
      const socket = connect(parseInt(port, 10), hostname).setEncoding('utf8');
      await once(socket, 'connect');
      return {
        async ask(): Promise<string> {
          socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
          const [answer] = (await once(socket, 'data')) as [string];
          return answer;
        },
        close: () => socket.destroy(),
      };
    }

    async function expectDrain(name: ServiceName): Promise<void> {
      const { hub, said, readiness } = scene;
      const before = hub.processes[name];
      const kept = await openKept(name);
      expect([name, await kept.ask()]).toEqual([name, expect.stringContaining('Connection: keep-alive')]);
      process.kill(before, 'SIGTERM');
      await eventually(async () => (await readiness(name)).status === 503, patienceMs);
      const { body } = await readiness(name);
      expect([name, body]).toMatchObject([name, { ready: false, reason: 'the process is stopping' }]);
      expect([name, await kept.ask()]).toEqual([
        name,
        expect.stringMatching(/^HTTP\/1\.1 200 [^]*Connection: keep-alive/),
      ]);
      const isRefused = () =>
        readiness(name).then(
          () => false,
          () => true,
        );
      await eventually(isRefused, patienceMs);
      // Longer than a process serves idle connections that stops without a drain.
      await sleep(1_000);
      expect([name, await kept.ask()]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 200 [^]*Connection: close/)]);
      await eventually(() => said.includes(`${name} ended with exit code 0; restarting it`), patienceMs);
      await eventually(() => hub.processes[name] !== before, patienceMs);
      await isReady(name);
      kept.close();
    }

    // Clients need the gateway: `rotation.test.ts` replaces it under load.
    const stopped = sized<readonly ServiceName[]>(
      ['orders'],
      serviceNames.filter((name) => name !== 'gateway'),
    );

    test(
      'processes that are told to stop under load say so, answer on old and new connections, then on old ones, and end; no outcome is unknown',
      async () => {
        const { outcomes } = await underLoad(() => Promise.all(stopped.map(expectDrain)));
        expect([...outcomes.keys()]).not.toContain('504 outcome_unknown');
      },
      testMs,
    );

    const killed = sized<readonly ServiceName[]>(['orders'], withDatabase);

    async function kill(name: ServiceName): Promise<void> {
      const before = scene.hub.processes[name];
      process.kill(before, 'SIGKILL');
      await eventually(() => scene.hub.processes[name] !== before, patienceMs);
      await isReady(name);
    }

    test(
      'a service that is killed under load: 504 for the requests that it may have carried out, 503 for the others',
      () =>
        underLoad(async () => {
          for (const name of killed) await kill(name);
        }),
      testMs,
    );
  });
});
