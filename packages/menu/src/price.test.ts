/** Price overrides (docs/api/catalogs.md#price-overrides). */
import { describe, expect, test } from '@jest/globals';
import { isAvailable } from './availability.ts';
import { priceOf, type PriceOverride } from './price.ts';
import type { Situation } from './situation.ts';

const wednesday: Situation = { at: new Date('2026-06-17T12:30:00Z'), timezone: 'Europe/Paris' };
const at = (local: string) => ({ ...wednesday, at: new Date(`${local}:00+02:00`) });

const happyHour: PriceOverride = { price: '6.00 EUR', dow: '1234---', start_time: '18:00', end_time: '20:00' };
const kiosk: PriceOverride = { price: '7.50 EUR', variant_refs: ['kiosk'] };
const beer = { price: '8.00 EUR', price_overrides: [happyHour, kiosk] };

describe('without a match, the default price applies', () => {
  test.each([
    ['no overrides', { price: '8.00 EUR' }],
    ['null', { price: '8.00 EUR', price_overrides: null }],
    ['an empty array', { price: '8.00 EUR', price_overrides: [] }],
    ['others', beer],
  ])('%s', (_, sku) => {
    expect(priceOf(sku, wednesday)).toBe('8.00 EUR');
  });
});

describe('all conditions of an override must hold', () => {
  test.each<[string, Partial<PriceOverride>, Partial<Situation>, boolean]>([
    ['a variant', { variant_refs: ['kiosk', 'web'] }, { variant_ref: 'web' }, true],
    ['another variant', { variant_refs: ['kiosk', 'web'] }, { variant_ref: 'app' }, false],
    ['no variant', { variant_refs: ['kiosk', 'web'] }, {}, false],
    ['a service type', { service_types: ['eat_in'] }, { service_type: 'eat_in' }, true],
    ['another service type', { service_types: ['eat_in'] }, { service_type: 'delivery' }, false],
    ['a service type ref', { service_type_refs: ['T1'] }, { service_type_ref: 'T1' }, true],
    ['another service type ref', { service_type_refs: ['T1'] }, { service_type_ref: 'T2' }, false],
    ['a day', { dow: '--3----' }, {}, true],
    ['another day', { dow: '---4---' }, {}, false],
    ['a time', { start_time: '14:30', end_time: '14:31' }, {}, true],
    ['before', { start_time: '14:31' }, {}, false],
    ['after', { end_time: '14:30' }, {}, false],
    ['dates', { start_date: '2026-06-17', end_date: '2026-06-17' }, {}, true],
    ['before its dates', { start_date: '2026-06-18' }, {}, false],
    ['after its dates', { end_date: '2026-06-16' }, {}, false],
    ['one of two', { dow: '--3----', variant_refs: ['kiosk'] }, {}, false],
    ['two of two', { dow: '--3----', variant_refs: ['kiosk'] }, { variant_ref: 'kiosk' }, true],
    [
      'conditions that are null',
      { dow: null, variant_refs: null, service_types: null, end_date: '2026-06-17' },
      {},
      true,
    ],
  ])('%s', (_, conditions, changes, matches) => {
    const sku = { price: '8.00 EUR', price_overrides: [{ price: '5.00 EUR', ...conditions }] };
    const situation = { ...wednesday, ...changes };
    expect(priceOf(sku, situation)).toBe(matches ? '5.00 EUR' : '8.00 EUR');
    expect(isAvailable(conditions, situation)).toBe(matches);
  });

  test('a slot over midnight belongs to the day on which it began', () => {
    const late = {
      price: '8.00 EUR',
      price_overrides: [{ price: '9.00 EUR', dow: '----5--', start_time: '22:00', end_time: '02:00' }],
    };
    expect(priceOf(late, at('2026-06-19T01:00'))).toBe('8.00 EUR');
    expect(priceOf(late, at('2026-06-19T22:00'))).toBe('9.00 EUR');
    expect(priceOf(late, at('2026-06-20T01:59'))).toBe('9.00 EUR');
    expect(priceOf(late, at('2026-06-20T02:00'))).toBe('8.00 EUR');
  });
});

describe('when several overrides match, the last one in the array applies', () => {
  const evening = { ...at('2026-06-17T19:00'), variant_ref: 'kiosk' };

  test('whatever its price', () => {
    expect(priceOf(beer, evening)).toBe('7.50 EUR');
    expect(priceOf({ ...beer, price_overrides: [kiosk, happyHour] }, evening)).toBe('6.00 EUR');
  });

  test('ignoring a later one that does not match', () => {
    expect(priceOf(beer, at('2026-06-17T19:00'))).toBe('6.00 EUR');
    expect(priceOf(beer, { ...wednesday, variant_ref: 'kiosk' })).toBe('7.50 EUR');
  });

  test('without changing the catalog', () => {
    const overrides = Object.freeze([happyHour, kiosk]);
    priceOf({ price: '8.00 EUR', price_overrides: overrides }, evening);
    expect(overrides).toEqual([happyHour, kiosk]);
  });
});

test('returns the price as the catalog spells it', () => {
  for (const price of ['0.00 EUR', '-0.50 EUR', '999999999999999999999999.99 EUR', '100.00 JPY']) {
    expect(priceOf({ price }, wednesday)).toBe(price);
    expect(priceOf({ price: '1.00 EUR', price_overrides: [{ price, dow: '1234567' }] }, wednesday)).toBe(price);
  }
});
