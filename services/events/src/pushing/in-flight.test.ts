import { expect, test } from '@jest/globals';
import { attemptsInFlight } from './in-flight.ts';

const claimed = (connection_id: string, due: number) => ({
  connection_id,
  due,
  callback_id: 'cb',
  event_id: 'e',
  lease: 'l',
});

test('a connection is looked at again when it had more due than was claimed', () => {
  const inFlight = attemptsInFlight();
  inFlight.add([claimed('a', 3), claimed('a', 3), claimed('b', 1)], ['a', 'b']);
  expect([inFlight.remove('a'), inFlight.remove('a'), inFlight.remove('b')]).toEqual([true, false, false]);
});

test('a candidate of which nothing could be claimed is looked at again after its next result', () => {
  const inFlight = attemptsInFlight();
  inFlight.add([claimed('a', 1)], ['a']);
  inFlight.add([], ['a', 'idle']);
  expect(inFlight.total()).toBe(1);
  expect(inFlight.remove('a')).toBe(true);
  expect(inFlight.total()).toBe(0);
});
