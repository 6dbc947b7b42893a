import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { isAvailable, type Restrictions, whyUnavailable } from '../src/availability.ts';
import type { Conditions } from '../src/conditions.ts';
import { type InventoryEntry, isInStock } from '../src/inventory.ts';
import { priceOf, type PriceOverride } from '../src/price.ts';
import { type ChosenOption, isValidSelection, type OptionList, whyInvalidSelection } from '../src/selection.ts';
import type { Situation } from '../src/situation.ts';
import { minutesOf, shownWhile, type Week, weeks } from './walked-weeks.ts';

/** Each table tests a sentence of docs/api/catalogs.md#restrictions or docs/api/catalogs.md#days-and-times. */
describe('availability', () => {
  /** A Wednesday, 14:30 in Paris. */
  const wednesday: Situation = { at: new Date('2026-06-17T12:30:00Z'), timezone: 'Europe/Paris' };
  const inParis = (local: string, offset = '+02:00') => ({ ...wednesday, at: new Date(`${local}:00${offset}`) });

  type Row = [restrictions: Restrictions | null | undefined, changes: Partial<Situation>, reason: string | null];

  function expectRow(...[restrictions, changes, reason]: Row) {
    const situation = { ...wednesday, ...changes };
    expect(whyUnavailable(restrictions, situation)).toBe(reason);
    expect(isAvailable(restrictions, situation)).toBe(reason === null);
  }

  describe('all fields are optional, null fields are ignored', () => {
    const nothing = {
      ...{ enabled: null, variant_refs: null, dow: null, start_time: null, end_time: null, start_date: null },
      ...{ end_date: null, service_types: null, service_type_refs: null, min_order_amount: null, max_per_order: null },
      max_per_customer: null,
    };
    test.each<Row>([
      [undefined, {}, null],
      [null, {}, null],
      [{}, {}, null],
      [nothing, {}, null],
      [{ ...nothing, dow: '--3----' }, {}, null],
      [{ ...nothing, dow: '12-4567' }, {}, 'dow'],
    ])('%j %j: %j', expectRow);
  });

  describe('enabled is true by default; false makes it unavailable whatever the other fields say', () => {
    test.each<Row>([
      [{ enabled: true }, {}, null],
      [{ enabled: false }, {}, 'enabled'],
      [{ enabled: false, variant_refs: ['web'], dow: '1234567' }, { variant_ref: 'web' }, 'enabled'],
      [{ enabled: true, variant_refs: [] }, { variant_ref: 'web' }, 'variant_refs'],
    ])('%j %j: %j', expectRow);
  });

  describe('a list holds for an order with one of its values, and [] for no order', () => {
    const lists = [
      ['variant_refs', 'variant_ref'],
      ['service_types', 'service_type'],
      ['service_type_refs', 'service_type_ref'],
    ] as const;
    const rows = lists.flatMap(([list, ref]): Row[] => [
      [{ [list]: ['web', 'app'] }, { [ref]: 'web' }, null],
      [{ [list]: ['web', 'app'] }, { [ref]: 'app' }, null],
      [{ [list]: ['web', 'app'] }, { [ref]: 'kiosk' }, list],
      [{ [list]: ['web', 'app'] }, { [ref]: 'WEB' }, list],
      [{ [list]: ['web', 'app'] }, { [ref]: null }, list],
      [{ [list]: ['web', 'app'] }, {}, list],
      [{ [list]: [] }, { [ref]: 'web' }, list],
      [{ [list]: [] }, {}, list],
      [{ [list]: null }, { [ref]: 'web' }, null],
    ]);
    test.each(rows)('%j %j: %j', expectRow);

    test.each<Row>([
      [{ variant_refs: ['delivery'] }, { service_type: 'delivery', service_type_ref: 'delivery' }, 'variant_refs'],
      [{ service_types: ['delivery'] }, { variant_ref: 'delivery', service_type_ref: 'delivery' }, 'service_types'],
      [{ service_type_refs: ['delivery'] }, { variant_ref: 'delivery', service_type: 'delivery' }, 'service_type_refs'],
    ])('a list looks at its own field only: %j %j: %j', expectRow);
  });

  describe('uses the clock and the calendar of the location', () => {
    const evening = new Date('2026-06-17T22:30:00Z');
    test.each<Row>([
      [{ dow: '--3----' }, { at: evening, timezone: 'America/New_York' }, null],
      [{ dow: '---4---' }, { at: evening, timezone: 'Europe/Paris' }, null],
      [{ start_date: '2026-06-18' }, { at: evening, timezone: 'Europe/Paris' }, null],
      [{ start_date: '2026-06-18' }, { at: evening, timezone: 'UTC' }, 'start_date'],
      [{ end_date: '2026-06-17' }, { at: evening, timezone: 'UTC' }, null],
      [{ end_date: '2026-06-17' }, { at: evening, timezone: 'Europe/Paris' }, 'end_date'],
      [{ start_time: '04:15', end_time: '04:16' }, { at: evening, timezone: 'Asia/Kathmandu' }, null],
      [{ start_time: '04:16' }, { at: evening, timezone: 'Asia/Kathmandu' }, 'start_time'],
      [{ start_time: '11:15', end_time: '11:16', dow: '---4---' }, { at: evening, timezone: 'Pacific/Chatham' }, null],
    ])('%j %j: %j', expectRow);

    test.each([
      ['Monday', '2026-06-15', '1------'],
      ['Tuesday', '2026-06-16', '-2-----'],
      ['Wednesday', '2026-06-17', '--3----'],
      ['Thursday', '2026-06-18', '---4---'],
      ['Friday', '2026-06-19', '----5--'],
      ['Saturday', '2026-06-20', '-----6-'],
      ['Sunday', '2026-06-21', '------7'],
    ])('%s is one day', (_, date, dow) => {
      const others = '1234567'.replace(dow.replaceAll('-', ''), '-');
      for (const time of ['00:00', '12:00', '23:59']) {
        expect(whyUnavailable({ dow }, inParis(`${date}T${time}`))).toBe(null);
        expect(whyUnavailable({ dow: others }, inParis(`${date}T${time}`))).toBe('dow');
      }
    });
  });

  /** The minutes of a day at which the reason changes: `[['00:00', 'start_time'], ['07:00', null]]`. */
  function reasonsOfDay(restrictions: Restrictions, date = '2026-06-17') {
    const minutes = Array.from({ length: 1_440 }, (_, minute) =>
      new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString().slice(11, 16),
    );
    const reasons = minutes.map((time) => [time, whyUnavailable(restrictions, inParis(`${date}T${time}`))] as const);
    return reasons.filter(([, reason], index) => index === 0 || reasons[index - 1]![1] !== reason);
  }

  describe('start_time is inclusive, end_time is exclusive', () => {
    test.each<[string, Restrictions, (readonly [string, string | null])[]]>([
      [
        'both',
        { start_time: '07:00', end_time: '11:00' },
        [
          ['00:00', 'start_time'],
          ['07:00', null],
          ['11:00', 'end_time'],
        ],
      ],
      [
        'without end_time it lasts until midnight',
        { start_time: '23:59' },
        [
          ['00:00', 'start_time'],
          ['23:59', null],
        ],
      ],
      [
        'without start_time it begins at midnight',
        { end_time: '00:01' },
        [
          ['00:00', null],
          ['00:01', 'end_time'],
        ],
      ],
      ['from midnight', { start_time: '00:00' }, [['00:00', null]]],
      ['until midnight', { end_time: '00:00' }, [['00:00', null]]],
      [
        'until 24:00, which is midnight',
        { start_time: '18:00', end_time: '24:00' },
        [
          ['00:00', 'start_time'],
          ['18:00', null],
        ],
      ],
      [
        'end_time is on the next day unless it is after start_time',
        { start_time: '22:00', end_time: '02:00' },
        [
          ['00:00', null],
          ['02:00', 'start_time'],
          ['22:00', null],
        ],
      ],
      [
        '18:00 to 00:00 lasts until midnight',
        { start_time: '18:00', end_time: '00:00' },
        [
          ['00:00', 'start_time'],
          ['18:00', null],
        ],
      ],
      [
        'equal times last until the same time of the next day',
        { start_time: '10:00', end_time: '10:00' },
        [['00:00', null]],
      ],
      [
        'until 23:59, which excludes the last minute',
        { end_time: '23:59' },
        [
          ['00:00', null],
          ['23:59', 'end_time'],
        ],
      ],
    ])('%s', (_, restrictions, reasons) => {
      expect(reasonsOfDay(restrictions)).toEqual(reasons);
    });

    test('are exact to the millisecond', () => {
      const at = (text: string) => ({ at: new Date(text), timezone: 'Europe/Paris' });
      const lunch = { start_time: '11:00', end_time: '15:00' };
      expect(whyUnavailable(lunch, at('2026-06-17T08:59:59.999Z'))).toBe('start_time');
      expect(whyUnavailable(lunch, at('2026-06-17T09:00:00.000Z'))).toBe(null);
      expect(whyUnavailable(lunch, at('2026-06-17T12:59:59.999Z'))).toBe(null);
      expect(whyUnavailable(lunch, at('2026-06-17T13:00:00.000Z'))).toBe('end_time');
    });
  });

  describe('dow, start_date and end_date apply to the day on which the slot began', () => {
    const friday = { dow: '----5--', start_time: '22:00', end_time: '02:00' };
    const tenToTen = { dow: '----5--', start_time: '10:00', end_time: '10:00' };
    const newYear = { start_date: '2026-12-31', end_date: '2026-12-31', start_time: '20:00', end_time: '04:00' };
    test.each<[Restrictions, string, string | null]>([
      [friday, '2026-06-19T01:00', 'dow'],
      [friday, '2026-06-19T21:59', 'start_time'],
      [friday, '2026-06-19T22:00', null],
      [friday, '2026-06-20T00:00', null],
      [friday, '2026-06-20T01:59', null],
      [friday, '2026-06-20T02:00', 'dow'],
      [friday, '2026-06-20T22:00', 'dow'],
      [tenToTen, '2026-06-19T09:59', 'dow'],
      [tenToTen, '2026-06-19T10:00', null],
      [tenToTen, '2026-06-20T09:59', null],
      [tenToTen, '2026-06-20T10:00', 'dow'],
      [{ dow: '------7', start_time: '22:00', end_time: '02:00' }, '2026-06-22T01:00', null],
      [newYear, '2026-12-31T03:00', 'start_date'],
      [newYear, '2026-12-31T19:00', 'start_time'],
      [newYear, '2026-12-31T20:00', null],
      [newYear, '2027-01-01T03:59', null],
      [newYear, '2027-01-01T04:00', 'end_date'],
    ])('%j at %s: %j', (restrictions, local, reason) => {
      const offset = local.includes('-06-') ? '+02:00' : '+01:00';
      expect(whyUnavailable(restrictions, inParis(local, offset))).toBe(reason);
    });
  });

  describe('start_date and end_date are inclusive', () => {
    const june = { start_date: '2026-06-10', end_date: '2026-06-12' };
    const leapDay = { start_date: '2028-02-29', end_date: '2028-02-29' };
    const night = { start_time: '23:00', end_time: '01:00' };
    test.each<[Restrictions, string, string | null]>([
      [june, '2026-06-09T23:59+02:00', 'start_date'],
      [june, '2026-06-10T00:00+02:00', null],
      [june, '2026-06-12T23:59+02:00', null],
      [june, '2026-06-13T00:00+02:00', 'end_date'],
      [{ start_date: '2026-06-12', end_date: '2026-06-12' }, '2026-06-12T12:00+02:00', null],
      [{ start_date: '2026-06-12', end_date: '2026-06-10' }, '2026-06-11T12:00+02:00', 'start_date'],
      [{ start_date: '2025-12-31' }, '2026-01-01T00:00+01:00', null],
      [{ end_date: '2026-12-31' }, '2027-01-01T00:00+01:00', 'end_date'],
      [leapDay, '2028-02-28T23:59+01:00', 'start_date'],
      [leapDay, '2028-02-29T00:00+01:00', null],
      [leapDay, '2028-02-29T23:59+01:00', null],
      [leapDay, '2028-03-01T00:00+01:00', 'end_date'],
      [{ ...leapDay, ...night }, '2028-02-29T00:30+01:00', 'start_date'],
      [{ ...leapDay, ...night }, '2028-03-01T00:30+01:00', null],
      [{ end_date: '2027-02-28', ...night }, '2027-03-01T00:30+01:00', null],
      [{ end_date: '2028-02-28', ...night }, '2028-03-01T00:30+01:00', 'end_date'],
      [{ dow: '-2-----', ...night }, '2028-03-01T00:30+01:00', null],
    ])('%j at %s: %j', (restrictions, time, reason) => {
      expect(whyUnavailable(restrictions, { ...wednesday, at: new Date(time) })).toBe(reason);
    });
  });

  describe('compares what the clock shows, also when the clocks change', () => {
    const minutesIn = (restrictions: Restrictions, timezone: string, from: string) =>
      Array.from({ length: 24 * 60 }, (_, minute) => new Date(Date.parse(from) + minute * 60_000)).filter((at) =>
        isAvailable(restrictions, { at, timezone }),
      ).length;
    const halfHour = { start_time: '02:15', end_time: '02:45' };
    const night = { start_time: '22:00', end_time: '06:00' };
    test.each<[string, Restrictions, string, string, number]>([
      ['never when the clock skips it', halfHour, 'Europe/Paris', '2026-03-28T12:00Z', 0],
      ['once on other days', halfHour, 'Europe/Paris', '2026-03-29T12:00Z', 30],
      ['twice when the clock shows it twice', halfHour, 'Europe/Paris', '2026-10-24T12:00Z', 60],
      ['skipped', halfHour, 'America/New_York', '2026-03-07T18:00Z', 0],
      ['repeated', { start_time: '01:15', end_time: '01:45' }, 'America/New_York', '2026-10-31T18:00Z', 60],
      ['a night of 7 hours', night, 'Europe/Paris', '2026-03-28T12:00Z', 7 * 60],
      ['a night of 9 hours', night, 'Europe/Paris', '2026-10-24T12:00Z', 9 * 60],
      ['a night of 8 and a half hours', night, 'Australia/Lord_Howe', '2026-04-04T06:00Z', 8.5 * 60],
      [
        'a midnight that is skipped',
        { start_time: '23:30', end_time: '00:30' },
        'Africa/Cairo',
        '2026-04-23T12:00Z',
        30,
      ],
    ])('%s', (...[, restrictions, timezone, from, minutes]) => {
      expect(minutesIn(restrictions, timezone, from)).toBe(minutes);
    });
  });

  describe('min_order_amount: available for orders of at least this amount', () => {
    const min = { min_order_amount: '20.00 EUR' };
    test.each<Row>([
      [min, { order_amount: '19.99 EUR' }, 'min_order_amount'],
      [min, { order_amount: '20.00 EUR' }, null],
      [min, { order_amount: '100.00 EUR' }, null],
      [min, { order_amount: '9.00 EUR' }, 'min_order_amount'],
      [min, { order_amount: '-20.00 EUR' }, 'min_order_amount'],
      [min, { order_amount: null }, 'min_order_amount'],
      [min, {}, 'min_order_amount'],
      [{ min_order_amount: '0.00 EUR' }, {}, null],
      [{ min_order_amount: '0.01 EUR' }, {}, 'min_order_amount'],
      [
        { min_order_amount: '999999999999999999999999.99 EUR' },
        { order_amount: '999999999999999999999999.98 EUR' },
        'min_order_amount',
      ],
      [
        { min_order_amount: '999999999999999999999999.98 EUR' },
        { order_amount: '999999999999999999999999.99 EUR' },
        null,
      ],
    ])('%j %j: %j', expectRow);

    test('an amount in another currency throws', () => {
      expect(() => isAvailable(min, { ...wednesday, order_amount: '50.00 USD' })).toThrow(
        new RangeError('order_amount is in USD, min_order_amount in EUR'),
      );
    });
  });

  describe('max_per_order and max_per_customer allow at most this many; 0 allows none', () => {
    test.each<Row>([
      [{ max_per_order: 2 }, {}, null],
      [{ max_per_order: 2 }, { quantity: '2' }, null],
      [{ max_per_order: 2 }, { quantity: '2.000' }, null],
      [{ max_per_order: 2 }, { quantity: '2.0000000001' }, 'max_per_order'],
      [{ max_per_order: 2 }, { quantity: '10' }, 'max_per_order'],
      [{ max_per_order: 2 }, { customer_quantity: '5' }, null],
      [{ max_per_order: 0 }, {}, 'max_per_order'],
      [{ max_per_order: 0 }, { quantity: '0' }, 'max_per_order'],
      [{ max_per_customer: 3 }, {}, null],
      [{ max_per_customer: 3 }, { quantity: '3' }, null],
      [{ max_per_customer: 3 }, { quantity: '4' }, 'max_per_customer'],
      [{ max_per_customer: 3 }, { customer_quantity: '2' }, null],
      [{ max_per_customer: 3 }, { customer_quantity: '2', quantity: '1' }, null],
      [{ max_per_customer: 3 }, { customer_quantity: '2', quantity: '2' }, 'max_per_customer'],
      [{ max_per_customer: 3 }, { customer_quantity: '3' }, 'max_per_customer'],
      [{ max_per_customer: 3 }, { customer_quantity: '7' }, 'max_per_customer'],
      [{ max_per_customer: 3 }, { customer_quantity: '2.7', quantity: '0.3' }, null],
      [{ max_per_customer: 3 }, { customer_quantity: '2.7', quantity: '0.3000000001' }, 'max_per_customer'],
      [{ max_per_customer: 0 }, {}, 'max_per_customer'],
      [{ max_per_order: 5, max_per_customer: 3 }, { quantity: '4' }, 'max_per_customer'],
    ])('%j %j: %j', expectRow);
  });

  describe('all conditions must hold, and the first that does not is the reason', () => {
    const restrictions: Restrictions = {
      ...{ enabled: false, variant_refs: ['web'], service_types: ['delivery'], service_type_refs: ['bike'] },
      ...{ start_date: '2026-06-18', end_date: '2026-06-16', dow: '1------', start_time: '15:00', end_time: '16:00' },
      ...{ min_order_amount: '10.00 EUR', max_per_order: 1, max_per_customer: 0 },
    };
    const order = [
      'enabled',
      'variant_refs',
      'service_types',
      'service_type_refs',
      'start_date',
      'end_date',
      'dow',
    ].concat(['start_time', 'end_time', 'min_order_amount', 'max_per_order', 'max_per_customer']);

    test('each in turn, once the previous one is removed', () => {
      const found: (string | null)[] = [];
      let rest: Record<string, unknown> = { ...restrictions };
      for (let reason; (reason = whyUnavailable(rest, { ...wednesday, quantity: '2' })) !== null;) {
        found.push(reason);
        rest = { ...rest, [reason]: null };
      }
      // Without start_time the slot lasts from midnight to 16:00 and so holds at 14:30.
      expect(found).toEqual(order.filter((field) => field !== 'end_time'));
    });
  });

  describe('throws for', () => {
    test.each([
      ['an unknown timezone', { timezone: 'Europe/Atlantis' }],
      ['an invalid date', { at: new Date('soon') }],
    ])('%s', (_, changes) => {
      expect(() => isAvailable({ dow: '1234567' }, { ...wednesday, ...changes })).toThrow(RangeError);
    });

    test('a quantity that is not a number', () => {
      expect(() => isAvailable({ max_per_order: 1 }, { ...wednesday, quantity: 'two' })).toThrow('two');
    });
  });
});

/** Price overrides (docs/api/catalogs.md#price-overrides). */
describe('a price', () => {
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
});

/** Stock (docs/api/catalogs.md#inventory). */
describe('inventory', () => {
  const at = new Date('2026-06-17T12:30:00Z');
  const margherita = { sku_ref: 'M' };
  const inventory: InventoryEntry[] = [
    { option_ref: 'OLIVES', stock: '0', expires_at: null },
    { sku_ref: 'M', stock: '2.5', expires_at: null },
    { sku_ref: 'OUT', stock: '0', expires_at: null },
    { sku_ref: 'BACK', stock: '0.000', expires_at: '2026-06-17T14:30:00+02:00' },
    { sku_ref: 'LATER', stock: '0', expires_at: '2026-06-17T14:30:01+02:00' },
  ];

  describe('stock is unlimited with', () => {
    test.each([
      ['an empty inventory', [], margherita],
      ['another ref', inventory, { sku_ref: 'X' }],
      ['a sku with the ref of an option', inventory, { sku_ref: 'OLIVES' }],
      ['an option with the ref of a sku', inventory, { option_ref: 'OUT' }],
      ['no ref', inventory, { sku_ref: null }],
      [
        'no ref, and an entry whose sku_ref is null',
        [{ sku_ref: null, option_ref: 'OLIVES', stock: '0' }],
        { sku_ref: null },
      ],
      ['no option ref', inventory, { option_ref: undefined }],
      ['an entry that was removed', [{ sku_ref: 'M', stock: null }], margherita],
    ])('%s', (_, entries, ref) => {
      expect(isInStock(entries, ref, { at, quantity: '1000000' })).toBe(true);
    });
  });

  describe('a quantity is in stock when the stock is above zero and at least the quantity', () => {
    test.each([
      ['M', undefined, true],
      ['M', '2.5', true],
      ['M', '2.50', true],
      ['M', '2.501', false],
      ['M', '10', false],
      ['M', '0', true],
      ['OUT', undefined, false],
      ['OUT', '0', false],
      ['OUT', '1', false],
    ])('%s, quantity %s: %s', (sku_ref, quantity, expected) => {
      expect(isInStock(inventory, { sku_ref }, { at, quantity })).toBe(expected);
    });

    test('of an option', () => {
      expect(isInStock(inventory, { option_ref: 'OLIVES' }, { at })).toBe(false);
    });
  });

  test('stock is unlimited from expires_at on', () => {
    const isIn = (sku_ref: string, time: string) => isInStock(inventory, { sku_ref }, { at: new Date(time) });
    expect(isIn('BACK', '2026-06-17T12:29:59.999Z')).toBe(false);
    expect(isIn('BACK', '2026-06-17T12:30:00Z')).toBe(true);
    expect(isIn('LATER', '2026-06-17T12:30:00Z')).toBe(false);
    expect(isIn('LATER', '2026-06-17T12:30:01Z')).toBe(true);
  });
});

/** Options that are chosen together (docs/api/catalogs.md#option-lists). */
describe('options', () => {
  const olives = { id: 'olives' };
  const basil = { id: 'basil' };
  const upTo2: OptionList = { min_selections: 1, max_selections: 2 };
  const anyNumber: OptionList = { min_selections: 0, max_selections: null };

  test.each<[OptionList, ChosenOption[], string | null]>([
    [upTo2, [olives], null],
    [upTo2, [olives, basil], null],
    [upTo2, [], 'min_selections'],
    [upTo2, [{ ...olives, quantity: 0 }], 'min_selections'],
    [{ ...upTo2, min_selections: 0 }, [], null],
    [upTo2, [olives, basil, { id: 'egg' }], 'max_selections'],
    [anyNumber, [olives, basil, { id: 'egg' }], null],
  ])('between min_selections and max_selections: %j %j: %j', (list, chosen, fault) => {
    expect(whyInvalidSelection(list, chosen)).toBe(fault);
    expect(isValidSelection(list, chosen)).toBe(fault === null);
  });

  describe('an option may be chosen more than once only with multiple_selection', () => {
    const twice: ChosenOption[][] = [[{ ...olives, quantity: 2 }], [olives, olives]];
    test.each(twice)('%j', (...chosen) => {
      for (const multiple_selection of [undefined, null, false]) {
        const list = { ...anyNumber, ...(multiple_selection !== undefined && { multiple_selection }) };
        expect(whyInvalidSelection(list, chosen)).toBe('multiple_selection');
      }
      expect(whyInvalidSelection({ ...upTo2, multiple_selection: true }, chosen)).toBeNull();
    });

    test('and each time counts', () => {
      const list = { ...upTo2, multiple_selection: true };
      expect(whyInvalidSelection(list, [{ ...olives, quantity: 2 }, basil])).toBe('max_selections');
      expect(whyInvalidSelection({ ...list, min_selections: 2 }, [{ ...olives, quantity: 2 }])).toBeNull();
    });
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a quantity of %d throws', (quantity) => {
    expect(() => isValidSelection(anyNumber, [{ ...olives, quantity }])).toThrow(RangeError);
  });
});

/** Compares amounts and quantities (docs/api/catalogs.md#restrictions) with the same comparison of integers. */
describe('amounts and quantities', () => {
  const now = { at: new Date('2026-06-17T12:30:00Z'), timezone: 'Europe/Paris' };
  const most = 10n ** 24n;

  /** Pairs of numbers, often adjacent, in units of the last decimal. */
  const neighbours = (max: bigint) =>
    fc
      .tuple(fc.bigInt({ min: 0n, max }), fc.oneof(fc.bigInt({ min: -1n, max: 1n }), fc.bigInt({ min: -max, max })))
      .map(([one, step]) => [one, one + step < 0n ? 0n : one + step] as const);

  const decimalOf = (units: bigint, decimals: number) => {
    const digits = units.toString().padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  };

  test('min_order_amount is exact to the cent', () => {
    fc.assert(
      fc.property(neighbours(most * 100n - 1n), ([min, amount]) => {
        const restrictions = { min_order_amount: `${decimalOf(min, 2)} EUR` };
        expect(isAvailable(restrictions, { ...now, order_amount: `${decimalOf(amount, 2)} EUR` })).toBe(amount >= min);
      }),
    );
  });

  test('max_per_customer includes what the customer had before, exactly', () => {
    const unit = 10n ** 10n;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        neighbours(2_000n * unit),
        fc.boolean(),
        (max, [had, other], isExact) => {
          const left = BigInt(max) * unit - had;
          const quantity = isExact && left > 0n ? left : other;
          const situation = { ...now, quantity: decimalOf(quantity, 10), customer_quantity: decimalOf(had, 10) };
          expect(isAvailable({ max_per_customer: max }, situation)).toBe(left > 0n && quantity <= left);
        },
      ),
    );
  });

  test('stock is exact to the last decimal', () => {
    fc.assert(
      fc.property(neighbours(most * 1_000n), ([stock, quantity]) => {
        const inventory = [{ sku_ref: 'M', stock: decimalOf(stock, 3) }];
        const isEnough = stock > 0n && quantity <= stock;
        expect(isInStock(inventory, { sku_ref: 'M' }, { ...now, quantity: decimalOf(quantity, 3) })).toBe(isEnough);
      }),
    );
  });

  test('the settings that the page makes in decimal.js have no effect', () => {
    const { precision } = Decimal;
    Decimal.set({ precision: 2 });
    try {
      const situation = { ...now, quantity: '997.0000000001', customer_quantity: '3' };
      expect(isAvailable({ max_per_customer: 1_000 }, situation)).toBe(false);
    } finally {
      Decimal.set({ precision });
    }
  });
});

/** Days and times (docs/api/catalogs.md#days-and-times) in every minute of weeks in which the clocks change. */
describe('days and times', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  /** Half of them between 00:00 and 05:00, when days begin and clocks change. */
  const times = fc
    .tuple(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 23 })), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
  const daysOfWeek = fc
    .array(fc.boolean(), { minLength: 7, maxLength: 7 })
    .map((included) => included.map((isIn, index) => (isIn ? String(index + 1) : '-')).join(''));

  const mostlyNull = <Value>(values: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });

  /** Null in about half of the fields; sometimes a slot of a whole day, whose times are equal. */
  const conditionsIn = ({ dates }: Week): fc.Arbitrary<Conditions> =>
    fc
      .record({
        dow: fc.option(daysOfWeek, { freq: 2 }),
        start_time: fc.option(times, { freq: 3 }),
        end_time: fc.option(times, { freq: 3 }),
        start_date: mostlyNull(fc.constantFrom(...dates)),
        end_date: mostlyNull(fc.constantFrom(...dates)),
        isWholeDay: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
      })
      .map(({ isWholeDay, ...conditions }) =>
        isWholeDay ? { ...conditions, end_time: conditions.start_time } : conditions,
      );

  describe.each(Object.entries(weeks))('%s', (_, week) => {
    const { timezone } = week;
    const minutes = minutesOf(week);

    test('restrictions hold in exactly the minutes that the clock shows', () => {
      fc.assert(
        fc.property(conditionsIn(week), (conditions) => {
          const shownThen = shownWhile(conditions, week);
          const wrong = minutes.filter(
            ({ at, shown }) => isAvailable(conditions, { at, timezone }) !== shownThen.has(shown),
          );
          expect(wrong.map(({ at }) => at.toISOString())).toEqual([]);
        }),
        { numRuns: sized(2, 8) },
      );
    });

    test('the last override that holds gives the price', () => {
      const overrides = fc
        .array(conditionsIn(week), { maxLength: 5 })
        .map((list) => list.map((conditions, index): PriceOverride => ({ ...conditions, price: `${index}.00 EUR` })));
      fc.assert(
        fc.property(overrides, fc.integer({ min: 0, max: 6 }), (price_overrides, offset) => {
          const shownThen = price_overrides.map((override) => shownWhile(override, week));
          for (const { at, shown } of minutes.filter((_minute, index) => index % 7 === offset)) {
            let price = '9.00 EUR';
            for (const [index, holds] of shownThen.entries()) if (holds.has(shown)) price = `${index}.00 EUR`;
            expect(priceOf({ price: '9.00 EUR', price_overrides }, { at, timezone })).toBe(price);
          }
        }),
        { numRuns: sized(1, 4) },
      );
    });
  });

  test('the weeks have as many hours as their clock changes make', () => {
    const hours = Object.values(weeks).map((week) => minutesOf(week).length / 60);
    expect(hours).toEqual([8 * 24 - 1, 8 * 24 + 1, 8 * 24 - 1, 8 * 24 + 1, 11 * 24, 8 * 24]);
  });
});
