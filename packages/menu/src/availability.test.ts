/** Each table tests a sentence of docs/api/catalogs.md#restrictions or docs/api/catalogs.md#days-and-times. */
import { describe, expect, test } from '@jest/globals';
import { isAvailable, whyUnavailable, type Restrictions } from './availability.ts';
import type { Situation } from './situation.ts';

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
    ['a midnight that is skipped', { start_time: '23:30', end_time: '00:30' }, 'Africa/Cairo', '2026-04-23T12:00Z', 30],
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
