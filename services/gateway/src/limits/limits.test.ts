import { describe, expect, test } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { openBudget } from '../bodies/budget.ts';
import { growingBuffer } from '../bodies/growing-buffer.ts';
import { remoteAddress } from '../request/remote-address.ts';
import { inProcessCounter, secondsLeft } from './rate-counter.ts';
import { addUsage, newUsage, totalsOf } from './usage.ts';

describe('the counter of requests', () => {
  const minute = { name: 'minute', seconds: 60, limit: 3 };
  const hour = { name: 'hour', seconds: 3_600, limit: 5 };
  const day = { name: 'day', seconds: 86_400, limit: 100 };
  const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

  describe('windows start at the round minute, hour and day in UTC', () => {
    test.each([
      ['10:20:00.000', 60, 2_400, 49_200],
      ['10:20:00.999', 60, 2_400, 49_200],
      ['10:20:59.999', 1, 2_341, 49_141],
      ['10:59:59.000', 1, 1, 46_801],
      ['23:59:59.500', 1, 1, 1],
      ['00:00:00.000', 60, 3_600, 86_400],
    ])('at %s', (time, inMinute, inHour, inDay) => {
      expect([minute, hour, day].map((window) => secondsLeft(window, at(time)))).toEqual([inMinute, inHour, inDay]);
    });
  });

  test('counts up to the limit, and starts from 0 in the next window', () => {
    const { take } = inProcessCounter();
    const taken = ['10:20:00', '10:20:30', '10:20:59', '10:20:59', '10:21:00'].map((time) =>
      take('a', [minute], at(time)),
    );
    expect(taken.map(({ isGranted }) => isGranted)).toEqual([true, true, true, false, true]);
    expect(taken.map(({ used }) => used)).toEqual([[1], [2], [3], [3], [1]]);
  });

  test('a request that one window refuses counts in none of them', () => {
    const { take } = inProcessCounter();
    for (let round = 0; round < 10; round += 1) take('a', [minute, hour], at('10:20:00'));
    expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: true, used: [1, 4] });
    expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: true, used: [2, 5] });
    expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: false, used: [2, 5] });
    expect(take('a', [minute, hour], at('11:00:00'))).toEqual({ isGranted: true, used: [1, 1] });
  });

  test('each key has its own counts, and setting the clock back grants no new requests', () => {
    const { take } = inProcessCounter();
    for (let round = 0; round < 3; round += 1) take('a', [minute], at('10:20:00'));
    expect(take('b', [minute], at('10:20:00')).isGranted).toBe(true);
    expect(take('a', [minute], at('10:19:30')).isGranted).toBe(false);
  });
});

describe('usage', () => {
  const nothing = { requests: 0, refused: 0, bytes_in: 0, bytes_out: 0, cost_ms: 0 };
  const one = { requests: 1, refused: 0, bytes_in: 10, bytes_out: 200, cost_ms: 1.5 };
  const start = Date.parse('2026-03-02T10:20:00.000Z');
  const after = (seconds: number) => start + seconds * 1_000;

  test('the last minute and the last hour are added up', () => {
    const usage = newUsage();
    for (const seconds of [0, 1, 30, 54]) addUsage(usage, one, after(seconds));
    addUsage(usage, { ...nothing, refused: 1 }, after(54));
    const sum = { requests: 4, refused: 1, bytes_in: 40, bytes_out: 800, cost_ms: 6 };
    expect(totalsOf(usage, after(54))).toEqual({ minute: sum, hour: sum });
  });

  test('what is older is left out, after a long pause too', () => {
    const usage = newUsage();
    addUsage(usage, one, after(0));
    addUsage(usage, one, after(40));
    const { minute, hour } = totalsOf(usage, after(70));
    expect([minute.requests, hour.requests]).toEqual([1, 2]);
    expect(totalsOf(usage, after(3_600)).minute).toEqual(nothing);
    expect(totalsOf(usage, after(86_400))).toEqual({ minute: nothing, hour: nothing });
  });

  test('a clock that is set back loses nothing', () => {
    const usage = newUsage();
    addUsage(usage, one, after(0));
    addUsage(usage, one, after(-600));
    expect(totalsOf(usage, after(0)).minute.requests).toBe(2);
  });
});

describe('addresses', () => {
  describe('the address of a client behind proxies', () => {
    const requestWith = (forwarded: string) => {
      const req = new IncomingMessage(new Socket());
      Object.defineProperty(req.socket, 'remoteAddress', { value: '10.0.0.1' });
      req.headers['x-forwarded-for'] = forwarded;
      return req;
    };

    test.each([
      ['6.6.6.6, 192.0.2.7', 0, '10.0.0.1'],
      ['6.6.6.6, 192.0.2.7', 1, '192.0.2.7'],
      ['6.6.6.6, 192.0.2.7, 10.0.0.2', 2, '192.0.2.7'],
      ['192.0.2.7', 2, '192.0.2.7'],
      ['192.0.2.7:4711', 1, '192.0.2.7'],
      ['[2001:db8::1]:4711', 1, '2001:db8::1'],
      ['2001:db8::1', 1, '2001:db8::1'],
      ['unknown', 1, '10.0.0.1'],
    ])('X-Forwarded-For %j behind %i proxies: %s', (forwarded, hops, address) => {
      expect(remoteAddress(requestWith(forwarded), hops)).toBe(address);
    });
  });
});

describe('a budget of bytes', () => {
  test('a key takes no more than its maximum, and gives everything back', () => {
    const { hold, isBusy } = openBudget({ maxPerKey: 10 });
    const [first, second] = [hold('a'), hold('a')];
    expect([
      first.take(4),
      isBusy('a'),
      first.take(2),
      second.take(5),
      second.take(4),
      isBusy('a'),
      isBusy('b'),
    ]).toEqual([true, false, true, false, true, true, false]);
    first.release();
    first.release();
    expect([hold('a').take(7), hold('a').take(6)]).toEqual([false, true]);
  });

  test('greedy keys leave the same room free that each of them has', () => {
    const { hold } = openBudget({ max: 1000 });
    const taken = ['a', 'b', 'c'].map(() => 0);
    for (let round = 0; round < 1000; round += 1) {
      for (const [index, key] of ['a', 'b', 'c'].entries()) if (hold(key).take(1)) taken[index]! += 1;
    }
    expect(taken).toEqual([250, 250, 250]);
    expect([hold('d').take(125), hold('a').take(1)]).toEqual([true, false]);
  });

  test('what is little is never too much, even when others have added more than there is', () => {
    const { hold, isBusy } = openBudget({ max: 100, maxPerKey: 64 });
    hold('a').add(200);
    hold('b').add(0.5);
    expect([isBusy('a'), isBusy('b')]).toEqual([true, false]);
  });
});

describe('a growing buffer', () => {
  test.each([
    ['nothing', []],
    ['one chunk', ['abc']],
    ['bytes', [...'abcdefghij']],
    ['chunks of all sizes', ['a', 'b'.repeat(5_000), 'c', 'd'.repeat(100), 'e'.repeat(70_000), 'f']],
  ])('keeps %s in order', (_name, chunks) => {
    const buffer = growingBuffer();
    for (const chunk of chunks) buffer.append(Buffer.from(chunk));
    expect(buffer.contents().toString()).toBe(chunks.join(''));
  });

  test('of a body that does not end, keeps hardly more than has arrived', () => {
    const [bodies, bytes] = [500, 33_000];
    const before = process.memoryUsage().arrayBuffers;
    const buffers = Array.from({ length: bodies }, () => {
      const buffer = growingBuffer();
      for (const length of [32_000, 500, 500]) buffer.append(Buffer.allocUnsafeSlow(length));
      return buffer;
    });
    const kept = process.memoryUsage().arrayBuffers - before;
    // A chunk that was copied is garbage, which may still be there.
    expect(kept).toBeLessThan(bodies * (bytes + 4_096 + 1_000) * 1.1);
    expect(buffers.every((buffer) => buffer.contents().length === bytes)).toBe(true);
  });
});
