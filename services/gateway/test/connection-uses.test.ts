/** When connections were used: gateways remember it and tell auth. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { internalClient } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import { eventually, testInternalKeys } from '@order-hub/testing/call';
import { startTellingUses } from '../src/callers/connection-uses.ts';
import { startHub } from './gateway.ts';
import { connect, startAuth, startUpstream, type StandInAuth } from './stand-ins.ts';

const at = (second: number) => Date.parse('2026-03-02T10:20:00.000Z') + second * 1000;
const time = (second: number) => new Date(at(second)).toISOString();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const opened = <Thing extends { close(): unknown }>(thing: Thing): Thing => {
  closers.push(() => thing.close());
  return thing;
};

test('a gateway that stops tells the last use of each connection, and of no request that had none', async () => {
  const hub = opened(await startHub());
  const till = connect(hub.auth, 'till');
  const kiosk = connect(hub.auth, 'kiosk');
  await hub.call('GET /v1/callback', { token: 'till' });
  hub.passSeconds(10);
  await hub.call('GET /v1/callback', { token: 'kiosk' });
  await hub.call('GET /v1/callback', { token: 'till' });
  hub.passSeconds(10);
  await hub.call('GET /v1/callback', { token: 'nobody' });
  await hub.call('GET /oauth2/v1/authorize');
  expect(hub.auth.told).toEqual([]);
  await hub.close();
  closers.pop();
  expect(hub.auth.told).toHaveLength(1);
  expect(new Map(hub.auth.told[0]?.map(({ connection_id, used_at }) => [connection_id, used_at]))).toEqual(
    new Map([
      [till.connection_id, time(15)],
      [kiosk.connection_id, time(15)],
    ]),
  );
});

describe('telling', () => {
  const everyMs = 20;
  const startWith = (auth: Pick<StandInAuth, 'url'>, everyOther = everyMs) => {
    const { ask } = opened(
      internalClient({
        from: 'gateway',
        addresses: { auth: auth.url },
        internalKeys: testInternalKeys,
        log: silentLog,
      }),
    );
    return opened(startTellingUses(ask, silentLog, everyOther));
  };

  test('goes on, and tells a connection again only when it was used again', async () => {
    const auth = opened(await startAuth());
    const { note } = startWith(auth);
    note('till', at(1));
    await eventually(() => auth.told.length === 1);
    note('kiosk', at(2));
    await eventually(() => auth.told.length === 2);
    note('till', at(3));
    await eventually(() => auth.told.length === 3);
    expect(auth.told.map((uses) => uses.map(({ connection_id }) => connection_id))).toEqual([
      ['till'],
      ['kiosk'],
      ['till'],
    ]);
  });

  test('what is not told while auth is away is told later, with the latest time', async () => {
    const away = opened(await startUpstream('auth'));
    const { note } = startWith(away);
    away.answer = (_req, res) => void res.writeHead(503).end('{}');
    note('till', at(1));
    note('kiosk', at(1));
    await eventually(() => away.received.length >= 2);
    note('till', at(5));
    const told = new Map<string, string>();
    away.answer = (_req, res, body) => {
      for (const { connection_id, used_at } of JSON.parse(body).uses) told.set(connection_id, used_at);
      res.end('{}');
    };
    // What was under way when the latest use was noted may be told before it.
    await eventually(() => told.get('till') === time(5));
    expect(told.get('kiosk')).toBe(time(1));
  });

  test('a thousand at a time, and of ten thousand connections at most', async () => {
    const auth = opened(await startAuth());
    const telling = startWith(auth, 600_000);
    for (let n = 0; n < 10_500; n += 1) telling.note(`connection${n}`, at(n % 60));
    telling.note('connection0', at(59));
    await telling.close();
    expect(auth.told.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1_000));
    const told = new Map(auth.told.flat().map(({ connection_id, used_at }) => [connection_id, used_at]));
    expect(told.size).toBe(10_000);
    expect(told.get('connection0')).toBe(time(59));
    expect(told.has('connection10001')).toBe(false);
  });
});
