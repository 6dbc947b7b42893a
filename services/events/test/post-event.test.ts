import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { addressPolicy } from '../src/addresses/address-policy.ts';
import { hubListenersOf } from '../src/addresses/hub-listeners.ts';
import { socketOpener } from '../src/pushing/http/open-socket.ts';
import { isAcknowledged, eventPoster } from '../src/pushing/http/post-event.ts';
import { addressLookup } from '../src/pushing/http/look-up-addresses.ts';
import { nameResolver } from '../src/pushing/http/resolve-name.ts';
import { startRawReceiver, startReceiver } from './receiver.ts';

const loopback = addressPolicy(['127.0.0.0/8', '::1/128']);
const resolveName = nameResolver();
const postEvent = eventPoster({ policy: loopback, timeoutMs: 15_000, resolveName });
const impatient = eventPoster({ policy: loopback, timeoutMs: 300, resolveName });
const headers = { 'Content-Type': 'application/json' };
const post = (url: string, by = postEvent) => by({ url, headers, body: '{"id":"e1"}', acknowledge: null });

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));
const opened = <T extends { close(): Promise<void> }>(thing: T): T => {
  closers.push(thing.close);
  return thing;
};
const raw = async (answer: (socket: Socket) => void) => opened(await startRawReceiver(answer));

describe('the status', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = opened(
      await startReceiver((res, { url: path }) => {
        const status = path.slice(1);
        // Written raw, as Node's server refuses some statuses.
        res.socket!.end(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      }),
    ));
  });

  const statuses = [...Array.from({ length: 500 }, (_, index) => index + 100), 600, 601, 999];
  test('acknowledges from 200 to 499, and no other does', async () => {
    const wrong: number[] = [];
    for (const status of statuses) {
      const { acknowledged } = await post(new URL(`/${status}`, url).href);
      if (acknowledged !== (status >= 200 && status <= 499)) wrong.push(status);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [99, false],
    [199, false],
    [200, true],
    [302, true],
    [429, true],
    [499, true],
    [500, false],
    [600, false],
  ])('%i: %p', (status, expected) => {
    expect(isAcknowledged(status, null)).toBe(expected);
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [401, false],
    [500, false],
  ])('%i, where only 2xx does: %p', (status, expected) => {
    expect(isAcknowledged(status, '2xx')).toBe(expected);
  });
});

describe('what does not acknowledge', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['garbage', (socket) => socket.end('<html>hello</html>\r\n\r\n')],
    ['an HTTP/0.9 answer', (socket) => socket.end('hello')],
    ['nothing but a closed connection', (socket) => socket.end()],
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['headers that break off', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['only a 1xx status', (socket) => socket.end('HTTP/1.1 102 Processing\r\n\r\n')],
    [
      'a switch of protocols',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ],
  ])('%s', async (_what, answer) => {
    expect(await post((await raw(answer)).url)).toMatchObject({ acknowledged: false });
  });

  test('a port where nobody listens', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await post(gone.url)).toMatchObject({
      acknowledged: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('silence, or headers that come slowly, until the time limit', async () => {
    const silent = await raw(() => undefined);
    const slow = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-Drop: 1\r\n'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    for (const { url } of [silent, slow]) {
      expect(await post(url, impatient)).toEqual({
        acknowledged: false,
        status: null,
        fault: 'no answer within 0.3 s',
        reason: 'no answer within 0.3 s',
        excerpt: null,
      });
    }
  });

  test('a final status after a 1xx is an answer', async () => {
    const { url } = await raw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
    );
    expect(await post(url)).toMatchObject({ acknowledged: true });
  });
});

describe('only the head of an answer matters', () => {
  test('a body without end is cut off', async () => {
    let closed = (): void => undefined;
    const hungUp = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await raw((socket) => {
      socket.on('close', closed);
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(4_096)}\r\n`));
        socket.once('drain', pour);
      };
      pour();
    });
    expect(await post(url)).toMatchObject({ acknowledged: true });
    await hungUp;
  });

  test('a body that stops coming is cut off', async () => {
    let closed = (): void => undefined;
    const hungUp = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await raw((socket) => {
      socket.on('close', closed);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx');
    });
    expect(await post(url)).toMatchObject({ acknowledged: true });
    await hungUp;
  });

  test('a compressed body is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const { url } = opened(
      await startReceiver((res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)),
    );
    expect(await post(url)).toMatchObject({ acknowledged: true });
  });

  test.each([301, 302, 303, 307, 308])('%i is an acknowledgement, and is not followed', async (status) => {
    const target = opened(await startReceiver());
    const { url, received } = opened(
      await startReceiver((res) => void res.writeHead(status, { Location: target.url }).end()),
    );
    expect(await post(url)).toMatchObject({ acknowledged: true, reason: `status ${status}` });
    expect([received.length, target.received.length]).toEqual([1, 0]);
  });
});

describe('where it connects', () => {
  const strict = eventPoster({ policy: addressPolicy([]), timeoutMs: 15_000, resolveName });

  test.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
    'not to %s, which is not allowed',
    async (host) => {
      const receiver = opened(await startReceiver());
      const outcome = await post(`http://${host}:${receiver.port}/`, strict);
      expect(outcome).toMatchObject({
        acknowledged: false,
        reason: expect.stringContaining('is not an address that callbacks may reach'),
      });
      expect(receiver.received).toEqual([]);
    },
  );

  test('only to the allowed addresses of a name', async () => {
    const answers = [
      { address: '10.0.0.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
    const look = (addresses: typeof answers) =>
      new Promise((resolve) => {
        const lookup = addressLookup(addressPolicy([]), () => Promise.resolve(addresses));
        lookup('rebinding.example', { all: true }, (error, found) => resolve(error ? error.message : found));
      });
    expect(await look(answers)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await look([answers[0]!, answers[2]!])).toBe('rebinding.example is not an address that callbacks may reach');
    expect(await look([])).toBe('rebinding.example is not an address that callbacks may reach');
  });

  test('not to the hub itself, whatever the name or address', async () => {
    const receiver = opened(await startReceiver());
    const hub = { listeners: hubListenersOf([`http://the-hub.example:${receiver.port}`]), machine: ['10.9.8.7'] };
    const policy = addressPolicy(['127.0.0.0/8', '::1/128', '10.0.0.0/8'], hub);
    const names = (name: string) =>
      Promise.resolve([{ address: name === 'the-hub.example' ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
    const by = eventPoster({ policy, timeoutMs: 5_000, resolveName: names });
    const hosts = ['127.0.0.1', 'localhost', '127.9.9.9', '[::ffff:127.0.0.1]', '10.9.8.7', 'alias.example'];
    for (const host of [...hosts, 'the-hub.example', 'the-hub.example.']) {
      expect(await post(`http://${host}:${receiver.port}/`, by)).toMatchObject({
        acknowledged: false,
        reason: expect.stringContaining('is not an address that callbacks may reach'),
      });
    }
    expect(receiver.received).toEqual([]);
    const other = opened(await startReceiver());
    expect(await post(`http://alias.example:${other.port}/`, by)).toMatchObject({ acknowledged: true });
  });

  test('not to a remote address that is not allowed, whatever was looked up before', async () => {
    const receiver = opened(await startReceiver());
    let checks = 0;
    // A policy that changes its mind after the address was looked up.
    const policy = { ...addressPolicy([]), allows: () => checks++ === 0 };
    const connect = socketOpener({ policy, timeoutMs: 1_000, resolveName });
    const error = await new Promise<Error | null>((resolve) => {
      const target = { hostname: '127.0.0.1', protocol: 'http:', port: String(receiver.port) };
      connect(target, (...[failure]) => resolve(failure));
    });
    expect(error?.message).toBe('127.0.0.1 is not an address that callbacks may reach');
  });
});
