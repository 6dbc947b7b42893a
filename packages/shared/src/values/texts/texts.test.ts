import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { addressKey } from './address-key.ts';
import { anonymisedCustomer, anonymisedOrder, personalFields } from './personal-fields.ts';
import { privateRefSchema, setPrivateRefs, showPrivateRefs } from './private-ref.ts';
import { shortened, textStart } from './text-start.ts';

describe('private refs', () => {
  const order = {
    id: 'order1',
    private_ref: null,
    items: [
      { id: 'item1', private_ref: null, price: '1.00 EUR', options: [] },
      { id: 'item2', private_ref: null, price: '2.00 EUR', options: [] },
    ],
    coupon_codes: ['item1'],
    payments: [{ id: 'payment1', private_ref: null, info: null }],
    custom_fields: { private_ref: null },
  };

  const document = JSON.stringify(order);

  describe('privateRefSchema', () => {
    test.each(['a', 'x'.repeat(255), '🍕'.repeat(255)])('takes 1 to 255 characters', (text) => {
      expect(privateRefSchema.parse(text)).toBe(text);
    });

    test.each(['', 'x'.repeat(256), '🍕'.repeat(256), 'x'.repeat(100_000), 1, null])('refuses others', (value) => {
      expect(privateRefSchema.safeParse(value).success).toBe(false);
    });
  });

  describe('setPrivateRefs', () => {
    test('sets, replaces and clears without touching what it was given', () => {
      const first = setPrivateRefs(null, 'c1', [['self', 'A']]);
      const second = setPrivateRefs(first, 'c2', [['item1', 'B']]);
      expect(first).toEqual({ c1: { self: 'A' } });
      expect(second).toEqual({ c1: { self: 'A' }, c2: { item1: 'B' } });
      expect(setPrivateRefs(second, 'c1', [['self', 'C']])).toEqual({ c1: { self: 'C' }, c2: { item1: 'B' } });
      expect(setPrivateRefs(second, 'c2', [['item1', null]])).toEqual({ c1: { self: 'A' } });
      expect(setPrivateRefs(first, 'c1', [['self', null]])).toBeNull();
      expect(setPrivateRefs(null, 'c1', [['self', null]])).toBeNull();
      expect(second).toEqual({ c1: { self: 'A' }, c2: { item1: 'B' } });
    });

    test('takes many at once, the last of one element wins', () => {
      const refs = setPrivateRefs({ c1: { self: 'A', item1: 'B' } }, 'c1', [
        ['self', null],
        ['item2', 'C'],
        ['item1', 'D'],
        ['item1', 'E'],
      ]);
      expect(refs).toEqual({ c1: { item1: 'E', item2: 'C' } });
      expect(setPrivateRefs(refs, 'c1', [])).toEqual(refs);
      expect(setPrivateRefs(null, 'c1', [])).toBeNull();
    });

    test('takes any name as a plain key', () => {
      const refs = setPrivateRefs(null, '__proto__', [['constructor', 'A']]);
      expect(JSON.stringify(refs)).toBe('{"__proto__":{"constructor":"A"}}');
      expect(({} as Record<string, unknown>)['constructor']).toBe(Object);
    });
  });

  describe('showPrivateRefs', () => {
    test.each([null, undefined, {}])('gives a client without refs the very same text', (own) => {
      expect(showPrivateRefs(document, own)).toBe(document);
    });

    test('fills in the refs of the resource and its elements, and nothing else', () => {
      const shown = showPrivateRefs(document, { self: 'S', item2: 'I', payment1: 'P' });
      expect(shown).toBe(
        JSON.stringify({
          ...order,
          private_ref: 'S',
          items: [order.items[0], { ...order.items[1], private_ref: 'I' }],
          payments: [{ ...order.payments[0], private_ref: 'P' }],
        }),
      );
    });

    test('leaves the text alone for refs of elements that it does not have', () => {
      fc.assert(
        fc.property(fc.dictionary(fc.string({ minLength: 7 }), fc.string()), (own) => {
          fc.pre(!Object.hasOwn(own, 'payment1'));
          expect(showPrivateRefs(document, own)).toBe(document);
        }),
      );
    });
  });
});

describe('personal fields', () => {
  const personal = Object.fromEntries(personalFields.map((field) => [field, `the ${field}`]));

  const nulls = Object.fromEntries(personalFields.map((field) => [field, null]));

  const other = { id: 'customer', city: 'Paris', private_ref: 'ref', custom_fields: { a: 1 } };

  test('all personal fields become null, the others stay', () => {
    const customer = { ...personal, ...other, anonymised: false };
    expect(anonymisedCustomer(customer)).toEqual({ ...nulls, ...other, anonymised: true });
    expect(customer.anonymised).toBe(false);
  });

  test('absent fields stay absent', () => {
    expect(anonymisedCustomer({ email: 'a@b.example', anonymised: false })).toEqual({ email: null, anonymised: true });
  });

  test('an order loses the data of its customer, and nothing else', () => {
    const order = { ref: 'email', customer: { phone: '1', anonymised: false } };
    expect(anonymisedOrder(order)).toEqual({ ref: 'email', customer: { phone: null, anonymised: true } });
    expect(anonymisedOrder({ customer: null })).toEqual({ customer: null });
  });
});

describe('an address is counted by', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', ''],
    ['not:an:address', 'not:an:address'],
  ])('%j → %j', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('a text that is cut', () => {
  test.each([
    ['an emoji', 'note🍕!', 5, 'note'],
    ['a family', 'ab👩\u200d👩\u200d👧c', 5, 'ab'],
    ['a flag', 'ab🇧🇪🇫🇷', 7, 'ab🇧🇪'],
    ['a letter with a mark', 'abe\u0301d', 3, 'ab'],
    ['a Hangul syllable of parts', 'a\u1112\u1161\u11abb', 2, 'a'],
    ['a line end', 'ab\r\nc', 3, 'ab'],
    ['a text of the length', 'abe\u0301', 4, 'abe\u0301'],
    ['a character longer than the cut', `e${'\u0301'.repeat(100)}`, 3, 'e\u0301\u0301'],
    ['a pair longer than the cut', `👩${'\u200d👩'.repeat(100)}`, 1, ''],
  ])('ends before %s', (_what, text, charsMax, start) => {
    expect(textStart(text, charsMax)).toBe(start);
  });

  test('says that it goes on', () => {
    expect([shortened('abcd', 4), shortened('abcde', 4), shortened('abc🍕', 4)]).toEqual(['abcd', 'abcd…', 'abc…']);
  });

  test('never ends within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(200), (text, charsMax) => {
        const start = textStart(text, charsMax);
        const segments = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
        expect(start.length).toBeLessThanOrEqual(charsMax);
        expect(text.startsWith(start) && start.isWellFormed()).toBe(true);
        const within = segments.slice(0, [...new Intl.Segmenter('en').segment(start)].length).join('');
        if (start !== '') expect(within.startsWith(start)).toBe(true);
        if ((segments[0]?.length ?? 0) <= charsMax) expect(within).toBe(start);
      }),
      { numRuns: sized(100, 1_000) },
    );
  });
});
