/**
 * Parts of the hub go away under load, in every way. Those that are left say so, live on and work afterwards. Each answer
 * tells the truth about its request, and no event is lost.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import type { Answer } from '../src/call-api.ts';
import { startLoad, type Load } from '../src/restarts/load.ts';
import { startOwnHub, type OwnHub } from '../src/restarts/own-hub.ts';

const patienceMs = 60_000;
const testMs = 300_000;
/** Longer than idle connections are kept, and much longer than the requests of a drain test take: the machine may be busy. */
const drainSeconds = 8;
const withDatabase = ['auth', 'orders', 'catalog', 'customers', 'events'] as const satisfies ServiceName[];

let scene: OwnHub;
beforeAll(async () => {
  scene = await startOwnHub({ drainSeconds });
}, testMs);
afterAll(() => scene.close(), testMs);

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
    expect([name, await scene.readiness(name)]).toMatchObject([name, { status: 503, body: { ready: false, reason } }]);
  }
  expect(await scene.readiness('back-office')).toMatchObject({ status: 200, body: { ready: true } });
  const gateway = await scene.readiness('gateway');
  expect(gateway).toMatchObject({ status: 200, body: { ready: true } });
  expect(gateway.body.degraded.toSorted()).toEqual([...withDatabase].sort());
  for (const { service, make } of scene.changes) {
    const { status, body, headers } = await make();
    const message = 'The service cannot reach its database at the moment; repeat the request';
    expect([service, status, body]).toEqual([
      ...[service, 503, expect.objectContaining({ error_type: 'service_unavailable', message })],
    ]);
    expect(headers.get('retry-after')).toBe('2');
  }
}

describe.each(['fast', 'immediate'] as const)('a restart of PostgreSQL in the mode %s', (mode) => {
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
});

const endWaiting = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and wait_event_type = 'Lock' and xact_start is not null`;
const endAll = `
  select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

describe('a connection that PostgreSQL ends', () => {
  test.each(withDatabase)(
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
          for (let round = 0; round < 10; round += 1) {
            const sentBefore = orders.size;
            expect((await scene.onDatabase((client) => client.query(endAll))).rowCount).toBeGreaterThan(0);
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
  expect([name, await kept.ask()]).toEqual([name, expect.stringMatching(/^HTTP\/1\.1 200 [^]*Connection: keep-alive/)]);
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

test(
  'each process that is told to stop says so, answers on old and new connections, then on old ones, and ends',
  () => Promise.all(serviceNames.map(expectDrain)),
  testMs,
);

async function restart(name: ServiceName, signal: NodeJS.Signals): Promise<void> {
  const before = scene.hub.processes[name];
  process.kill(before, signal);
  await eventually(() => scene.hub.processes[name] !== before, patienceMs);
  await isReady(name);
}

test(
  'services that are told to stop under load leave no outcome unknown',
  async () => {
    const { outcomes } = await underLoad(() => Promise.all(withDatabase.map((name) => restart(name, 'SIGTERM'))));
    expect([...outcomes.keys()]).not.toContain('504 outcome_unknown');
  },
  testMs,
);

test(
  'a service that is killed under load: 504 for the requests that it may have carried out, 503 for the others',
  () =>
    underLoad(async () => {
      for (const name of withDatabase) await restart(name, 'SIGKILL');
    }),
  testMs,
);
