import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { ApiError } from '../values/errors.ts';
import { newServiceKeys, readSigningKey } from '../process/settings/signing-keys.ts';
import { cursorKeysOf, listBytes, openCursor, pageQuery, sealCursor } from './pagination.ts';
import { newId } from '../values/ids.ts';

const key = 'k'.repeat(32);
const binding = 'connection1 /locations/l1/orders status=new';

describe('pageQuery', () => {
  const query = z.object(pageQuery);

  test('gives the first 100 by default', () => {
    expect(query.parse({})).toEqual({ count: 100 });
    expect(query.parse({ cursor: '' }).cursor).toBeUndefined();
  });

  test.each([1, 9, 10, 99, 100])('takes count %s', (count) => {
    expect(query.parse({ count: String(count) }).count).toBe(count);
  });

  test.each(['101', '1000000', '9'.repeat(15)])('takes count %s as 100', (count) => {
    expect(query.parse({ count }).count).toBe(100);
  });

  test.each([
    '',
    '0',
    '-1',
    '+1',
    '0x1F',
    '1_000',
    '1.5',
    '1e2',
    ' 5',
    '05',
    'ten',
    '9'.repeat(400),
    ['1', '2'],
    { a: '1' },
  ])('refuses count %s', (count) => {
    expect(query.safeParse({ count }).success).toBe(false);
  });

  test.each(['x'.repeat(1_025), ['a'], { a: 'b' }])('refuses a cursor that is too long or repeated', (cursor) => {
    expect(query.safeParse({ cursor }).success).toBe(false);
  });
});

describe('cursors', () => {
  test('give back the position that was sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (position, bound) => {
        const cursor = sealCursor(key, position, bound);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(openCursor([key], cursor, bound)).toBe(position);
      }),
    );
  });

  test('do not open with another key', () => {
    const cursor = sealCursor('o'.repeat(32), 'p', binding);
    expect(refused(key, cursor, binding)).toBe(true);
  });

  test('do not open for another list, connection or filter', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (position, other) => {
        fc.pre(other !== binding);
        expect(refused(key, sealCursor(key, position, binding), other)).toBe(true);
      }),
    );
  });

  test('keep binding and position apart', () => {
    expect(refused(key, sealCursor(key, 'bc', 'a'), 'ab')).toBe(true);
  });

  test('do not open once a character is changed, added or lost', () => {
    const cursor = sealCursor(key, newId(), binding);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...Array.from('aZ09-_=+/ %\n'), ''), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        fc.pre(changed !== cursor);
        expect(refused(key, changed, binding)).toBe(true);
        expect(refused(key, cursor.slice(0, at) + character + cursor.slice(at), binding)).toBe(character !== '');
      }),
    );
  });

  test('are refused with a 400 when they are any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(refused(key, text, binding)).toBe(true);
      }),
    );
  });
});

function refused(sealingKey: string, cursor: string, bound: string): boolean {
  try {
    openCursor([sealingKey], cursor, bound);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 400;
  }
}

test('listBytes is the JSON array of its texts, whatever characters they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ stringUnit: 'binary' })), (values) => {
      const bytes = listBytes(values.map((value) => JSON.stringify(value)));
      expect(bytes.toString()).toBe(JSON.stringify(values));
    }),
  );
});

test('a cursor opens with any key of the service, whichever sealed it', () => {
  const [next, before] = [newServiceKeys().signing_keys.orders, newServiceKeys().signing_keys.orders];
  const [old, both] = [cursorKeysOf(readSigningKey(before)), cursorKeysOf(readSigningKey(`${next}, ${before}`))];
  expect(openCursor(both, sealCursor(old[0], 'p', 'b'), 'b')).toBe('p');
  expect(openCursor(cursorKeysOf(readSigningKey(`${before},${next}`)), sealCursor(both[0], 'p', 'b'), 'b')).toBe('p');
  expect(() => openCursor(old, sealCursor(both[0], 'p', 'b'), 'b')).toThrow('cursor');
});
