import { describe, expect, test } from '@jest/globals';
import { callbackSave } from './callback.schema.ts';

const wrong: unknown[] = [
  undefined,
  null,
  '',
  'x',
  0,
  true,
  [],
  {},
  [[]],
  [{}],
  [null],
  [1],
  ['\u0000'],
  [''.padEnd(200)],
];

describe('events that are not a map of lists', () => {
  test.each(wrong.filter((value) => JSON.stringify(value) !== '{}'))('%j is refused', (events) => {
    expect(callbackSave.safeParse({ events }).success).toBe(false);
  });
});

describe('event types that are not a list of known ones', () => {
  // Null and an empty list subscribe to nothing.
  const refused = wrong.filter((value) => value !== null && JSON.stringify(value) !== '[]');

  test.each(refused)('%j is refused, for a known and an unknown resource type', (types) => {
    for (const resource_type of ['order', 'spaceship', '__proto__', 'constructor', ''.padEnd(200)]) {
      const events = Object.fromEntries([[resource_type, types]]);
      expect(callbackSave.safeParse({ events }).success).toBe(false);
    }
  });
});
