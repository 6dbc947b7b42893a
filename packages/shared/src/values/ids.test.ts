import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { idFloor, isId, newId, timeOfId } from './ids.ts';

const times = fc.date({ min: new Date(0), max: new Date('5188-01-01T00:00:00Z'), noInvalidDate: true });

describe('newId', () => {
  test('has 20 lower-case letters and digits', () => {
    for (let i = 0; i < 1_000; i++) expect(newId()).toMatch(/^[0-9a-z]{20}$/);
  });

  test('begins with the milliseconds of its time', () => {
    fc.assert(
      fc.property(times, (at) => {
        expect(timeOfId(newId(at))).toEqual(at);
      }),
    );
  });

  test('grows within one millisecond, 100,000 times', () => {
    const at = new Date('2026-03-01T12:00:00.123Z');
    const ids = Array.from({ length: 100_000 }, () => newId(at));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id, i) => i === 0 || id > ids[i - 1]!)).toBe(true);
  });

  test('grows within one millisecond, despite ids of other milliseconds in between', () => {
    const [early, late] = [new Date('2026-04-01T12:00:00.123Z'), new Date('2026-04-01T12:00:00.456Z')];
    let last = '';
    for (let i = 0; i < 10_000; i++) {
      newId(late);
      const id = newId(early);
      expect(id > last).toBe(true);
      last = id;
    }
  });

  test('is unique across 100,000 ids, in order of time', () => {
    const ids = Array.from({ length: 100_000 }, () => newId());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('stays unique when a millisecond exhausts its range', () => {
    const at = new Date('2026-05-01T12:00:00.123Z');
    const ids = Array.from({ length: 400_000 }, () => newId(at));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('sorts by time', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        fc.pre(a.getTime() !== b.getTime());
        expect(newId(a) < newId(b)).toBe(a < b);
      }),
    );
  });

  test('refuses an invalid time', () => {
    expect(() => newId(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('idFloor', () => {
  test('is not above any id of its millisecond, and above every id before', () => {
    fc.assert(
      fc.property(times, (at) => {
        const floor = idFloor(at);
        expect(floor).toHaveLength(20);
        expect(newId(at) >= floor).toBe(true);
        if (at.getTime() > 0) expect(newId(new Date(at.getTime() - 1)) < floor).toBe(true);
      }),
    );
  });

  test('clamps times outside the range of ids', () => {
    expect(idFloor(new Date('0001-01-01T00:00:00Z'))).toBe('0'.repeat(20));
    expect(idFloor(new Date('9999-12-31T23:59:59Z')) > newId()).toBe(true);
  });
});

test.each([
  [newId(), true],
  ['Chosen_by-others', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['é', false],
  ['a\n', false],
])('isId(%j) is %j', (text, is) => {
  expect(isId(text)).toBe(is);
});
