import { describe, expect, test } from '@jest/globals';
import {
  addressCounter,
  addressLogInCounter,
  browserCounter,
  countersOfEmail,
  delayOf,
  emailAndAddressCounter,
  emailCounter,
  formCounter,
  sessionCounter,
  signUpCounter,
  userLogInCounter,
  waitInWords,
  type Counter,
} from './attempts.ts';

/** The seconds to wait after so many attempts. */
const waitAfter = ({ free, waits }: Counter, attempts: number) =>
  waits[Math.min(attempts - free, waits.length) - 1] ?? 0;

describe('the wait after so many failures (docs/api/back-office.md#attempts)', () => {
  test.each([
    [1, 0, 0],
    [4, 0, 0],
    [5, 1, 0],
    [6, 2, 0],
    [7, 4, 0],
    [14, 512, 0],
    [15, 900, 0],
    [19, 900, 0],
    [20, 900, 1],
    [21, 900, 2],
    [30, 900, 900],
    [1_000, 900, 900],
  ])('%i: %i seconds for a person, %i for a remote address', (failures, ofPerson, ofAddress) => {
    for (const counter of [
      emailAndAddressCounter('ada@example.com', '192.0.2.7'),
      browserCounter('ada@example.com', 'b'),
      sessionCounter('s'),
    ])
      expect(waitAfter(counter, failures)).toBe(ofPerson);
    expect(waitAfter(addressCounter('192.0.2.7'), failures)).toBe(ofAddress);
  });
});

describe('the delay after so many failures for an email address, from wherever', () => {
  test.each([
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 4],
    [1_000, 4],
  ])('%i: %i seconds, and it never has to wait', (failures, seconds) => {
    const counter = emailCounter('ada@example.com', 4);
    expect([delayOf(counter, failures), waitAfter(counter, failures)]).toEqual([seconds, 0]);
  });

  test('is that of no other counter', () => {
    const counter = emailAndAddressCounter('ada@example.com', '192.0.2.7');
    expect(delayOf(counter, 1_000)).toBe(0);
  });
});

test('the counters of an email address are found by their keys, and only they', () => {
  const { own, first, end } = countersOfEmail('ada@example.com');
  const isCovered = ({ key_digest: key }: Counter) => key === own || (key >= first && key < end);
  const hers = [
    emailCounter('ada@example.com', 4),
    emailAndAddressCounter('ada@example.com', '192.0.2.7'),
    emailAndAddressCounter('ada@example.com', '192.0.2.8'),
    browserCounter('ada@example.com', 'b'),
  ];
  const others = [
    emailCounter('bob@example.com', 4),
    emailAndAddressCounter('bob@example.com', '192.0.2.7'),
    browserCounter('bob@example.com', 'b'),
    addressCounter('192.0.2.7'),
    sessionCounter('s'),
  ];
  expect([...hers.map(isCovered), ...others.map(isCovered)]).toEqual([
    true,
    true,
    true,
    true,
    ...others.map(() => false),
  ]);
});

describe('log-ins and forms', () => {
  test.each([
    ['of an address', addressLogInCounter],
    ['of a user', userLogInCounter],
    ['of forms', formCounter],
  ] as const)('%s wait for the next minute after so many in one', (_, counterOf) => {
    const counter = counterOf('x', new Date('2026-01-01T10:00:18.000Z'), 3);
    expect([1, 2, 3].map((attempts) => waitAfter(counter, attempts))).toEqual([0, 0, 42]);
    const [same, next] = ['10:00:59', '10:01:00'].map((time) => counterOf('x', new Date(`2026-01-01T${time}Z`), 3));
    expect([same?.key_digest === counter.key_digest, next?.key_digest === counter.key_digest]).toEqual([true, false]);
  });
});

describe('sign-ups', () => {
  test.each([
    ['2026-01-01T10:00:00.000Z', 3_600],
    ['2026-01-01T10:59:59.500Z', 1],
  ])('after 20 in the hour of %s one waits until it ends: %i s', (time, seconds) => {
    const counter = signUpCounter('192.0.2.7', new Date(time), 20);
    expect([waitAfter(counter, 19), waitAfter(counter, 20)]).toEqual([0, seconds]);
  });

  test('of the next hour have a counter of their own', () => {
    const [one, same, next] = ['10:00:00', '10:59:59', '11:00:00'].map(
      (time) => signUpCounter('192.0.2.7', new Date(`2026-01-01T${time}Z`), 20).key_digest,
    );
    expect([same === one, next === one]).toEqual([true, false]);
  });
});

test('IPv6 addresses count by their first 64 bits, and no counter holds what it counts', () => {
  const [one, neighbour, other] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map(addressCounter);
  expect([neighbour?.key_digest === one?.key_digest, other?.key_digest === one?.key_digest]).toEqual([true, false]);
  expect(JSON.stringify([one, emailCounter('ada@example.com', 4)])).not.toMatch(/2001|ada/);
});

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('%i seconds in words: %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
