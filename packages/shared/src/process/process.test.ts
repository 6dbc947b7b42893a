import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { personalFields } from '../values/texts/personal-fields.ts';
import { limitConnectionAge } from './connection-age.ts';
import { type Log, openLog, reasonOf, silentLog } from './log.ts';
import { addressesOf, addressSettings, serviceNames } from './neighbours.ts';
import { type Repeating, startClearing, startRepeating } from './repeating.ts';
import { openSlots, type Release, type SlotOptions } from './slots/slots.ts';
import { deferred } from './slots/waiting.ts';
import { threadArguments } from './thread-arguments.ts';

describe('slots', () => {
  const refuse = () => new Error('full');

  const isWaiting = (taken: Release | Promise<Release>) => taken instanceof Promise;

  /** The longest time that a timer takes: a wait that a test leaves open is not refused while later tests run. */
  const foreverMs = 2 ** 31 - 1;

  const patient = { signal: new AbortController().signal };

  /** Slots whose callers are patient unless they say otherwise. */
  function open(options: Partial<SlotOptions>) {
    const slots = openSlots({ waitMs: foreverMs, waitingMax: 100, refuse, ...options });
    const take = (key: string, waiter = patient) => slots.take(key, waiter);
    return { take, takeNow: (key: string) => take(key) as Release };
  }

  /** Takes a slot for each key in turn, and notes the order in which they get one. Each gives its slot back at once. */
  function takeInTurn(take: (key: string) => Release | Promise<Release>, keys: string[]) {
    const order: string[] = [];
    const all = keys.map(async (key) => {
      const release = await take(key);
      order.push(key);
      release();
    });
    return Promise.all(all).then(() => order);
  }

  test('up to the maximum per key are free at once', () => {
    const { take } = open({ maxPerKey: 2 });
    expect([take('a'), take('a'), take('b'), take('a')].map(isWaiting)).toEqual([false, false, false, true]);
  });

  test('a key pauses after its slot, and the slot is free for others meanwhile', async () => {
    const { take, takeNow } = open({ max: 1, maxPerKey: 1, pauseFactor: 100 });
    const release = takeNow('a');
    await sleep(1);
    release();
    const again = take('a');
    expect(isWaiting(again)).toBe(true);
    takeNow('b')();
    // A pause has an end.
    (await again)();
  });

  test('a key whose caller gave up pauses for longest', async () => {
    const { take, takeNow } = open({ maxPerKey: 1, pauseFactor: 1 });
    const leaving = new AbortController();
    const releases = [takeNow('patient'), take('impatient', leaving) as Release];
    leaving.abort();
    for (const release of releases) release();
    await take('patient');
    expect(isWaiting(take('impatient'))).toBe(true);
  });

  test('more than may wait per key are refused', async () => {
    const { take } = open({ max: 1, waitingMax: 1 });
    void take('a');
    expect([take('a'), take('b')].map(isWaiting)).toEqual([true, true]);
    await expect(take('a')).rejects.toThrow('full');
  });

  test('a refusal says whether the key has used up its own slots', async () => {
    const asked: boolean[] = [];
    const refuseFor = (isOwnLimit: boolean) => {
      asked.push(isOwnLimit);
      return refuse();
    };
    const { take, takeNow } = open({ max: 2, maxPerKey: 1, waitingMax: 0, refuse: refuseFor });
    takeNow('a');
    await expect(take('a')).rejects.toThrow('full');
    takeNow('b');
    await expect(take('c')).rejects.toThrow('full');
    expect(asked).toEqual([true, false]);
  });

  describe('keys that wait', () => {
    test('take turns, each in its own order', async () => {
      const { take, takeNow } = open({ max: 1 });
      const first = takeNow('a');
      const order = takeInTurn(take, ['a', 'a', 'a', 'b', 'c', 'b']);
      first();
      expect(await order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
      expect(isWaiting(take('a'))).toBe(false);
    });

    test('leave out one that has used up its own slots', async () => {
      const { take, takeNow } = open({ max: 3, maxPerKey: 2 });
      const [one, , other] = [takeNow('a'), takeNow('a'), takeNow('b')];
      const [third, guest] = [take('a'), take('c')];
      other();
      const release = await guest;
      one();
      (await third)();
      release();
    });
  });

  describe('a caller that', () => {
    test('waits too long gets none, and takes none from the callers behind it', async () => {
      const { take, takeNow } = open({ max: 1, waitMs: 10 });
      const first = takeNow('a');
      await expect(take('a')).rejects.toThrow('full');
      const second = take('a');
      first();
      (await second)();
      expect(isWaiting(take('a'))).toBe(false);
    });

    test('gives up gets the reason, and takes none from the callers behind it', async () => {
      const { take, takeNow } = open({ max: 1 });
      const first = takeNow('a');
      const gone = new AbortController();
      const given = take('a', gone);
      const next = take('b');
      gone.abort(new Error('gone'));
      await expect(given).rejects.toThrow('gone');
      await expect(take('a', gone)).rejects.toThrow('gone');
      first();
      (await next)();
      expect(isWaiting(take('a'))).toBe(false);
    });
  });

  test('a thousand callers, half of whom give up, leave every slot free', async () => {
    const { take } = open({ max: 4, maxPerKey: 2, waitingMax: 1_000 });
    const all = Array.from({ length: 1_000 }, async (_, at) => {
      const leaving = new AbortController();
      const taken = take(`key ${at % 7}`, leaving);
      if (at % 2) leaving.abort(new Error('gone'));
      const release = await taken;
      await Promise.resolve();
      release();
    });
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(500);
    expect(['a', 'b', 'c', 'd'].map((key) => isWaiting(take(key)))).toEqual([false, false, false, false]);
  });
});

describe('repeating work', () => {
  const messages = { failing: 'it fails', well: 'it works again' };

  const hourMs = 3_600_000;

  let loop: Repeating | undefined;

  beforeEach(() => void jest.useFakeTimers());

  afterEach(async () => {
    await loop?.close();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  type Options = { everyMs?: number; log?: Log };

  const start = (work: () => Promise<unknown>, { everyMs = hourMs, log = silentLog }: Options = {}): Repeating =>
    (loop = startRepeating({ work, everyMs, log, messages }));

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  describe('a round begins', () => {
    test('at once, and again every everyMs', async () => {
      let rounds = 0;
      start(async () => rounds++ && undefined, { everyMs: 10 });
      expect(rounds).toBe(1);
      await pass(9);
      expect(rounds).toBe(1);
      await pass(1);
      expect(rounds).toBe(2);
      await pass(10);
      expect(rounds).toBe(3);
    });

    test('when it is woken', async () => {
      let rounds = 0;
      const { wake } = start(async () => rounds++ && undefined);
      await pass(20);
      expect(rounds).toBe(1);
      wake();
      await pass(0);
      expect(rounds).toBe(2);
    });

    test('once more when it was woken during the round before, however often', async () => {
      let rounds = 0;
      const first = deferred<undefined>();
      const { wake } = start(() => (rounds++ === 0 ? first.promise : Promise.resolve()));
      wake();
      wake();
      first.resolve(undefined);
      await pass(hourMs - 1);
      expect(rounds).toBe(2);
    });

    test('only after the milliseconds that the round before returned', async () => {
      let rounds = 0;
      const { wake } = start(async () => rounds++ || 100);
      wake();
      await pass(99);
      expect(rounds).toBe(1);
      await pass(1);
      expect(rounds).toBe(2);
    });

    test('only after the round before has ended', async () => {
      let rounds = 0;
      const first = deferred<undefined>();
      const { wake } = start(() => (rounds++ === 0 ? first.promise : Promise.resolve()), { everyMs: 10 });
      wake();
      await pass(hourMs);
      expect(rounds).toBe(1);
      first.resolve(undefined);
      await pass(0);
      expect(rounds).toBe(2);
    });

    test('after a failure, after a pause that doubles up to everyMs', async () => {
      jest.spyOn(Math, 'random').mockReturnValue(1);
      let rounds = 0;
      start(async () => Promise.reject(new Error(`failure ${++rounds}`)), { everyMs: 50 });
      for (const pauseMs of [20, 40, 50, 50]) {
        const before = rounds;
        await pass(pauseMs - 1);
        expect(rounds).toBe(before);
        await pass(1);
        expect(rounds).toBe(before + 1);
      }
    });
  });

  test('the first failure and the recovery are logged once each', async () => {
    const lines: unknown[] = [];
    const note = (level: string) => (fields: object, text: string) => lines.push([level, fields, text]);
    const log = { ...silentLog, warn: note('warn'), info: note('info') } as unknown as Log;
    let rounds = 0;
    const work = async () => {
      if (++rounds <= 3) throw new Error(`failure ${rounds}`);
    };
    start(work, { everyMs: 5, log });
    await pass(100);
    expect(rounds).toBeGreaterThan(5);
    expect(lines).toEqual([
      ['warn', { reason: 'failure 1' }, 'it fails'],
      ['info', {}, 'it works again'],
    ]);
  });

  describe('close', () => {
    test('waits for the running round, and no other begins', async () => {
      let rounds = 0;
      const end = deferred<undefined>();
      const { wake, close } = start(() => (rounds++, end.promise));
      wake();
      let closed = false;
      const closing = close().then(() => (closed = true));
      await pass(hourMs);
      expect(closed).toBe(false);
      end.resolve(undefined);
      await closing;
      await pass(hourMs);
      expect(rounds).toBe(1);
    });

    test('ends any pause: after a success, after a failure, and one that a round requested', async () => {
      const rounds = [async () => undefined, async () => Promise.reject(new Error('no')), async () => hourMs];
      for (const work of rounds) {
        const { close } = start(work);
        await pass(3 * hourMs);
        // The fake clock stands still, so this returns only if the pause ends.
        await close();
      }
    });
  });

  test('clearing goes on until nothing is left, and begins again every everyMs', async () => {
    const batches = [2, 1, 0, 3, 0];
    loop = startClearing({ what: 'old things', clear: async () => batches.shift() ?? 0, everyMs: 10, log: silentLog });
    await pass(9);
    expect(batches).toEqual([3, 0]);
    await pass(1);
    expect(batches).toEqual([]);
  });
});

describe('the age of connections', () => {
  let opened = 0;

  const server = createServer((_req, res) => void res.end());

  server.on('connection', () => (opened += 1));

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  async function request(agent: Agent): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const sent = get({ host: '127.0.0.1', port, agent });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { socket } = response;
    await once(response.resume(), 'end');
    return socket;
  }

  /** How many connections three requests in turn use. */
  async function connectionsOfThree(agent: Agent): Promise<number> {
    const before = opened;
    for (let count = 0; count < 3; count += 1) {
      await request(agent);
      // The agent gets the connection back after the end of the answer.
      await new Promise(setImmediate);
    }
    agent.destroy();
    return opened - before;
  }

  test('a connection is used again until it is too old', async () => {
    expect(await connectionsOfThree(limitConnectionAge(new Agent({ keepAlive: true })))).toBe(1);
    // Every connection is too old when it is answered a second time.
    expect(await connectionsOfThree(limitConnectionAge(new Agent({ keepAlive: true }), -1))).toBe(2);
  });
});

describe('the log', () => {
  function logged(write: (log: ReturnType<typeof openLog>) => void): Record<string, any> {
    const lines: string[] = [];
    write(openLog('things', 'debug', { write: (line: string) => void lines.push(line) }));
    return JSON.parse(lines.join(''));
  }

  const fromPostgres = (code: string, message: string) =>
    Object.assign(new Error(message), {
      code,
      detail: 'Failing row contains (ada@example.com).',
      where: 'unnamed portal with parameters: ada@example.com',
      table: 'customers',
    });

  function notJson(): unknown {
    try {
      return JSON.parse('ada@example.com');
    } catch (error) {
      return error;
    }
  }

  test('personal fields are not logged, at the first or second level', () => {
    const customer = Object.fromEntries(personalFields.map((field) => [field, 'secret']));
    expect(JSON.stringify(logged((log) => log.info({ ...customer, customer }, 'a customer')))).not.toContain('secret');
  });

  test('credentials are not logged, at the first or second level', () => {
    const names = ['access_token', 'authorization', 'client_secret', 'code', 'new_password', 'password', 'token'];
    const given = Object.fromEntries(names.map((name) => [name, 'secret']));
    const sent = ['authorization', 'cookie', 'x-access-token', 'x-hub-caller', 'x-hub-service'];
    const headers = Object.fromEntries(sent.map((name) => [name, 'secret']));
    expect(JSON.stringify(logged((log) => log.info({ ...given, given, headers }, 'a request')))).not.toContain(
      '"secret"',
    );
  });

  describe('an error', () => {
    test('is logged with its message, its code and its stack, and without the values of rows', () => {
      const error = fromPostgres('23502', 'null value in column "fields" violates not-null constraint');
      const { err } = logged((log) => log.error({ err: error }, 'unexpected error'));
      expect(err).toMatchObject({ error_code: '23502', table: 'customers', message: error.message });
      expect(err.stack).toMatch(/null value in column[^]+process\.test/);
      expect(JSON.stringify(err)).not.toContain('ada@example.com');
    });

    test.each([
      [
        fromPostgres('22P02', 'invalid input syntax for type numeric: "ada@example.com"'),
        'PostgreSQL refused a value (22P02)',
      ],
      [notJson(), 'what was read is not valid JSON'],
    ])('whose message quotes data is logged without it', (error, message) => {
      expect(reasonOf(error)).toBe(message);
      const { err } = logged((log) => log.error({ err: error }, 'unexpected error'));
      expect(err.message).toBe(message);
      expect(err.stack).toContain('process.test');
      expect(JSON.stringify(err)).not.toContain('ada@example.com');
    });

    test('about an invalid URL is logged without the URL, which may hold a password', () => {
      const invalid = () => new URL('postgres://hub:hunter2@[');
      let err: any;
      try {
        invalid();
      } catch (error) {
        ({ err } = logged((log) => log.error({ err: error }, 'unexpected error')));
      }
      expect(err).toMatchObject({ error_code: 'ERR_INVALID_URL', message: expect.stringContaining('Invalid URL') });
      expect(JSON.stringify(err)).not.toContain('hunter2');
    });

    test('of any other kind gives its message', () => {
      expect([reasonOf(new Error('the database is unavailable')), reasonOf('a text')]).toEqual([
        'the database is unavailable',
        'a text',
      ]);
    });
  });
});

describe('neighbours', () => {
  const settings = z.object(addressSettings);

  test('addresses are found by the name of the service, without a trailing slash', () => {
    const config = settings.parse({ AUTH_URL: 'http://auth:8080/', EVENTS_URL: 'https://hub/events//' });
    expect(addressesOf(config)).toEqual({ auth: 'http://auth:8080', events: 'https://hub/events' });
    expect(addressesOf({})).toEqual({});
  });

  test('every service has a setting', () => {
    const settingNames = serviceNames.map((name) => `${name.replace('-', '_').toUpperCase()}_URL`);
    expect(Object.keys(addressSettings)).toEqual(settingNames);
  });

  test('an address is an HTTP URL', () => {
    expect(settings.safeParse({ AUTH_URL: 'postgres://auth' }).success).toBe(false);
  });
});

/** Where threads load with `require`, to stop one can end the process (thread-arguments.ts). */
describe('a thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-hub-thread-'));
  const file = join(folder, 'module.mjs');
  writeFileSync(file, 'export const isLoaded = true;');
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['does not load an ES module with require', 'require(file)', 'ERR_REQUIRE_ESM'],
    ['loads it with import', 'import(file)', true],
  ])('%s', async (_what, load, expected) => {
    const source = `const { parentPort, workerData: file } = require('node:worker_threads');
      Promise.resolve().then(() => ${load}).then(({ isLoaded }) => isLoaded, ({ code }) => code)
        .then((result) => parentPort.postMessage(result));`;
    const thread = new Worker(source, { eval: true, workerData: file, execArgv: threadArguments });
    expect(await once(thread, 'message')).toEqual([expected]);
    await thread.terminate();
  });
});
