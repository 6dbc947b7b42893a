import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { privateRefSchema, setPrivateRefs, showPrivateRefs } from './private-ref.ts';

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
