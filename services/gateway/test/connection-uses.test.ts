/** When connections were used: the gateway remembers it and reports it to auth. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { internalClient } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { startReportingUses } from '../src/callers/connection-uses.ts';
import { startHub } from './gateway.ts';
import { connect, startAuth, startUpstream, type StandInAuth } from './stand-ins.ts';

const at = (second: number) => Date.parse('2026-03-02T10:20:00.000Z') + second * 1000;
const time = (second: number) => new Date(at(second)).toISOString();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const opened = <Closable extends { close(): unknown }>(closable: Closable): Closable => {
  closers.push(() => closable.close());
  return closable;
};

test('a gateway that stops reports the last use of each connection, and nothing for requests without one', async () => {
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
  expect(hub.auth.reports).toEqual([]);
  await hub.close();
  closers.pop();
  expect(hub.auth.reports).toHaveLength(1);
  expect(new Map(hub.auth.reports[0]?.map(({ connection_id, used_at }) => [connection_id, used_at]))).toEqual(
    new Map([
      [till.connection_id, time(15)],
      [kiosk.connection_id, time(15)],
    ]),
  );
});

describe('reporting', () => {
  const everyMs = 20;
  const startWith = (auth: Pick<StandInAuth, 'url'>, reportEveryMs = everyMs) => {
    const { ask } = opened(
      internalClient({
        from: 'gateway',
        addresses: { auth: auth.url },
        ...keysOf('gateway'),
        log: silentLog,
      }),
    );
    return opened(startReportingUses(ask, silentLog, reportEveryMs));
  };

  test('goes on, and repeats a connection only after it was used again', async () => {
    const auth = opened(await startAuth());
    const { note } = startWith(auth);
    note('till', at(1));
    await eventually(() => auth.reports.length === 1);
    note('kiosk', at(2));
    await eventually(() => auth.reports.length === 2);
    note('till', at(3));
    await eventually(() => auth.reports.length === 3);
    expect(auth.reports.map((uses) => uses.map(({ connection_id }) => connection_id))).toEqual([
      ['till'],
      ['kiosk'],
      ['till'],
    ]);
  });

  test('sends a failed report again, with the latest times', async () => {
    const auth = opened(await startUpstream('auth'));
    const { note } = startWith(auth);
    auth.answer = (_req, res) => void res.writeHead(503).end('{}');
    note('till', at(1));
    note('kiosk', at(1));
    await eventually(() => auth.received.length >= 2);
    note('till', at(5));
    const reported = new Map<string, string>();
    auth.answer = (_req, res, body) => {
      for (const { connection_id, used_at } of JSON.parse(body).uses) reported.set(connection_id, used_at);
      res.end('{}');
    };
    // The report that was under way while the latest use was noted may succeed first.
    await eventually(() => reported.get('till') === time(5));
    expect(reported.get('kiosk')).toBe(time(1));
  });

  test('sends a thousand uses per call, and remembers ten thousand connections at most', async () => {
    const auth = opened(await startAuth());
    const uses = startWith(auth, 600_000);
    for (let n = 0; n < 10_500; n += 1) uses.note(`connection${n}`, at(n % 60));
    uses.note('connection0', at(59));
    await uses.close();
    expect(auth.reports.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1_000));
    const reported = new Map(auth.reports.flat().map(({ connection_id, used_at }) => [connection_id, used_at]));
    expect(reported.size).toBe(10_000);
    expect(reported.get('connection0')).toBe(time(59));
    expect(reported.has('connection10001')).toBe(false);
  });
});
