import { expect, test } from '@jest/globals';
import { attemptsInFlight } from './in-flight.ts';

const claimed = (connection_id: string, due: number, overrides = {}) => ({
  connection_id,
  due,
  callback_id: 'cb',
  event_id: 'e',
  lease: 'l',
  client_id: `client of ${connection_id}`,
  account_id: `account of ${connection_id}`,
  host: `${connection_id}.example`,
  in_flight_max: 4,
  quick: true,
  ...overrides,
});

test('a connection is claimed for again when it had more events due than were claimed', () => {
  const inFlight = attemptsInFlight();
  const [one, two, other] = [claimed('a', 3), claimed('a', 3), claimed('b', 1)];
  inFlight.add([one, two, other], ['a', 'b']);
  expect([inFlight.remove(one), inFlight.remove(two), inFlight.remove(other)]).toEqual([
    'connection',
    'nobody',
    'nobody',
  ]);
});

test('a candidate for which nothing could be claimed is claimed for again after its next result', () => {
  const inFlight = attemptsInFlight();
  const one = claimed('a', 1);
  inFlight.add([one], ['a']);
  inFlight.add([], ['a', 'idle']);
  expect(inFlight.total()).toBe(1);
  expect(inFlight.remove(one)).toBe('connection');
  expect(inFlight.total()).toBe(0);
});

test('slow attempts may take half of the process, and part of the limits of their client, account and host', () => {
  const inFlight = attemptsInFlight();
  const slow = Array.from({ length: 64 }, (_, index) =>
    claimed(`c${index}`, 1, { quick: false, client_id: 'one client' }),
  );
  inFlight.add(slow, []);
  expect(inFlight.free()).toBe(936);
  expect(inFlight.freeSlow()).toBe(436);
  expect(inFlight.remaining()).toMatchObject({
    'slow client': 64,
    'slow client one client': 0,
    'slow account account of c0': 63,
    'slow host c0.example': 127,
    'quick client': 256,
  });
  expect(inFlight.remove(slow[0]!)).toBe('everybody');
  expect(inFlight.remove(slow[1]!)).toBe('nobody');
  expect(inFlight.remaining()).toMatchObject({ 'slow client one client': 2 });
});
