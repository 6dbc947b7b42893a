import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { sized } from '@order-hub/testing/extent';
import { anyText } from '@order-hub/testing/mutations';
import { newServiceKeys, readSigningKey } from '../process/settings/signing-keys.ts';
import { ApiError, invalidFields, notFound } from '../values/errors.ts';
import { newId } from '../values/ids.ts';
import { idempotencyKeyOf } from './idempotency/idempotency-key.ts';
import { cursorKeysOf, listBytes, openCursor, pageQuery, sealCursor } from './pagination.ts';
import { parseForm } from './request/form-body.ts';
import { faultText } from './response/fault-header.ts';
import { portionChars, renderInPortions } from './response/render-in-portions.ts';

describe('pagination', () => {
  const key = 'k'.repeat(32);

  const binding = 'connection1 /locations/l1/orders status=new';

  describe('pageQuery', () => {
    const query = z.object(pageQuery);

    test('gives the first 100 by default', () => {
      expect(query.parse({})).toEqual({ count: 100 });
      expect(query.parse({ cursor: '' }).cursor).toBeUndefined();
    });

    test.each(['1', '9', '10', '99', '100', '05', '0000000001', `${'0'.repeat(400)}7`])('takes count %s', (count) => {
      expect(query.parse({ count }).count).toBe(parseInt(count));
    });

    test.each(['101', '0101', '1000000', '9'.repeat(15), '9'.repeat(20), '9'.repeat(400)])(
      'takes count %s as 100',
      (count) => {
        expect(query.parse({ count }).count).toBe(100);
      },
    );

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
      '5\n',
      '٥',
      '000',
      'ten',
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
      fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(anyText(), anyText()))), (values) => {
        const bytes = listBytes(values.map((value) => JSON.stringify(value)));
        expect(bytes.toString()).toBe(JSON.stringify(values));
      }),
      { numRuns: sized(20, 100) },
    );
  });

  test('a cursor opens with any key of the service, whichever sealed it', () => {
    const [next, before] = [newServiceKeys().signing_keys.orders, newServiceKeys().signing_keys.orders];
    const [old, both] = [cursorKeysOf(readSigningKey(before)), cursorKeysOf(readSigningKey(`${next}, ${before}`))];
    expect(openCursor(both, sealCursor(old[0], 'p', 'b'), 'b')).toBe('p');
    expect(openCursor(cursorKeysOf(readSigningKey(`${before},${next}`)), sealCursor(both[0], 'p', 'b'), 'b')).toBe('p');
    expect(() => openCursor(old, sealCursor(both[0], 'p', 'b'), 'b')).toThrow('cursor');
  });
});

describe('a form', () => {
  test('gives its fields, decoded', () => {
    expect(parseForm('name=Caf%C3%A9+du+Bac&sign=%F0%9F%8D%95&empty=&part=100%&raw=é')).toEqual({
      name: 'Café du Bac',
      sign: '🍕',
      empty: '',
      part: '100%',
      raw: 'é',
    });
  });

  test.each([
    ['a repeated field', 'a=1&a=2'],
    ['bytes that are no UTF-8', 'a=%FF'],
    ['an incomplete character', 'a=%C3'],
    ['half of a surrogate pair', 'a=%ED%A0%80'],
    ['a name that is no UTF-8', '%C0%AF=1'],
  ])('with %s is refused', (_, text) => {
    expect(() => parseForm(text)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('the header of faults', () => {
  const textOf = (...fields: string[]) =>
    faultText(invalidFields(fields.map((field) => ({ field, message: 'is bad', code: 'invalid' }))));

  test('names the code and the fields, without what they held', () => {
    expect(faultText(notFound('Order'))).toBe('not_found');
    expect(textOf('items.0.price', 'customer.email')).toBe('invalid_fields items.0.price customer.email');
    expect(textOf('')).toBe('invalid_fields body');
  });

  test.each(['ada@example.com', 'Adá', '+33612345678', '33612345678', 'a b', 'x'.repeat(79), '\r\nX-Hub-Cost: 1'])(
    'a key %j that a client chose is left out',
    (key) => {
      expect(textOf(`custom_fields.${key.replaceAll('.', '')}`)).toBe('invalid_fields custom_fields.*');
    },
  );

  test('names ten fields at most', () => {
    const fields = Array.from({ length: 12 }, (_, at) => `items.${at}.price`);
    expect(textOf(...fields)).toBe(`invalid_fields ${fields.slice(0, 10).join(' ')}`);
  });
});

describe('a page rendered in portions', () => {
  test.each([
    ['many short texts', Array.from({ length: 20_000 }, (_, at) => JSON.stringify({ at, name: 'é'.repeat(at % 40) }))],
    ['texts longer than a portion', ['a', 'b', 'c'].map((letter) => JSON.stringify(letter.repeat(portionChars + 1)))],
    ['one text', [JSON.stringify('x'.repeat(3 * portionChars))]],
  ])('%s: the bytes and the digest of the whole list, and the time that it took', async (_which, texts) => {
    const cost = { ms: 0 };
    const { portions, digest } = await renderInPortions(texts, cost);
    const whole = listBytes(texts);
    expect(Buffer.concat(portions).equals(whole)).toBe(true);
    expect(digest).toBe(hash('sha1', whole, 'base64url'));
    expect(cost.ms).toBeGreaterThan(0);
  });
});

describe('an Idempotency-Key', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ])('%s names %s', (header, key) => {
    expect(idempotencyKeyOf(header)).toBe(key);
  });

  test.each([[''], ['""'], ['a b'], ['"a b"'], ['x'.repeat(256)], [`"${'x'.repeat(256)}"`], ['é'], ['a\tb']])(
    '%j is refused',
    (header) => {
      expect(() => idempotencyKeyOf(header)).toThrow('Idempotency-Key');
    },
  );
});
