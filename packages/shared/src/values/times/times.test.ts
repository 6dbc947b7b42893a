import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { DateTime } from 'luxon';
import { timezoneOf } from '../texts/country.ts';
import { startOfDay } from './local-moment.ts';
import {
  dateSchema,
  formatTime,
  parseTime,
  standardOffsetSeconds,
  timeIn,
  timeSchema,
  timezoneSchema,
} from './times.ts';
import { currentTimezone, timezoneNames } from './timezone-names.ts';

describe('times', () => {
  const zones = [
    ...[
      'Europe/Paris',
      'Europe/London',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ],
    ...['Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca', 'America/Caracas', 'Asia/Pyongyang', 'Etc/GMT+12'],
  ];

  describe('timeSchema', () => {
    test.each([
      ['2026-03-29T01:59:59+01:00', '2026-03-29T00:59:59.000Z'],
      ['2026-03-29T01:59:59Z', '2026-03-29T01:59:59.000Z'],
      ['2026-03-29T01:59:59.5-00:00', '2026-03-29T01:59:59.500Z'],
      ['2026-03-29T01:59:59.123456789-03:30', '2026-03-29T05:29:59.123Z'],
      ['2026-03-29T01:59:59.1239999999+01:00', '2026-03-29T00:59:59.123Z'],
      [`2026-03-29T01:59:59.${'9'.repeat(79)}Z`, '2026-03-29T01:59:59.999Z'],
      ['2026-03-29T01:59:59+0200', '2026-03-28T23:59:59.000Z'],
      ['2026-07-01T10:00+02:00', '2026-07-01T08:00:00.000Z'],
      ['2026-07-01T10:00Z', '2026-07-01T10:00:00.000Z'],
      ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
      ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
      ['2026-03-29T01:59:59+01', '2026-03-29T00:59:59.000Z'],
      ['2026-03-29T01:59-03', '2026-03-29T04:59:00.000Z'],
      ['2026-03-29T24:00:00Z', '2026-03-30T00:00:00.000Z'],
      ['2026-02-28T24:00+01', '2026-02-28T23:00:00.000Z'],
      ['2026-12-31T24:00:00.000000000-0500', '2027-01-01T05:00:00.000Z'],
    ])('takes %s', (text, instant) => {
      expect(timeSchema.parse(text)).toBe(text);
      expect(parseTime(text).toISOString()).toBe(instant);
    });

    test.each([
      ...['', '2026-03-29', '2026-03-29T01:59:59', '2026-03-29 01:59:59Z', '2026-03-29T01:59', '2026-03-29T01:59.5Z'],
      ...['2026-03-29T01Z', '2026-03-29T01:59:Z', '2026-03-29T24:01Z', '2026-03-29T24:00:01Z'],
      ...['2026-03-29T24:00:00.1Z', '9999-12-31T24:00:00Z', '2026-03-29T25:00:00Z', '2026-03-29T01:59:59+'],
      ...[
        '2026-03-29T01:60:00Z',
        '2026-03-29T01:59:60Z',
        '2026-02-29T00:00:00Z',
        '1900-02-29T00:00:00Z',
        '2026-04-31T00:00:00Z',
      ],
      ...[
        '2026-13-01T00:00:00Z',
        '2026-00-01T00:00:00Z',
        '2026-01-00T00:00:00Z',
        '0000-01-01T00:00:00Z',
        '10000-01-01T00:00:00Z',
      ],
      ...[
        '-000001-01-01T00:00:00Z',
        '2026-03-29T01:59:59+24:00',
        '2026-03-29T01:59:59+01:60',
        '2026-03-29T01:59:59+1:00',
      ],
      ...[
        '2026-03-29T01:59:59.Z',
        `2026-03-29T01:59:59.${'9'.repeat(80)}Z`,
        '2026-03-29T01:59:59Z\n',
        '2026-03-29T01:59:59 01:00',
        '0001-01-01T00:00:00+01:00',
        '9999-12-31T23:59:59-01:00',
      ],
      ...['2026-03-29T01:59:59[Europe/Paris]', '2026-W13-7T01:59:59Z', 1_774_749_599, null, new Date(0)],
    ])('refuses %j', (value) => {
      expect(timeSchema.safeParse(value).success).toBe(false);
    });

    test('reads what formatTime writes', () => {
      fc.assert(
        fc.property(instants, fc.constantFrom('UTC', ...zones), (at, zone) => {
          expect(parseTime(timeSchema.parse(formatTime(at, zone)))).toEqual(
            new Date(Math.floor(at.getTime() / 1_000) * 1_000),
          );
        }),
      );
    });

    test('parseTime raises RangeError for what is no time', () => {
      expect(() => parseTime('2026-02-30T00:00:00Z')).toThrow(RangeError);
    });
  });

  const instants = fc.date({
    min: new Date('0001-01-03T00:00:00Z'),
    max: new Date('9999-12-29T00:00:00Z'),
    noInvalidDate: true,
  });

  const modern = fc.date({
    min: new Date('1975-01-01T00:00:00Z'),
    max: new Date('2037-01-01T00:00:00Z'),
    noInvalidDate: true,
  });

  /** What luxon, which knows nothing of our caches, shows. */
  const byLuxon = (at: Date, zone: string): string => {
    const seconds = Math.floor(at.getTime() / 1_000);
    return DateTime.fromSeconds(seconds, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
  };

  describe('timeIn', () => {
    test.each([
      ['2026-07-01T12:00:00+02:00', 'Asia/Tokyo', '2026-07-01T19:00:00+09:00'],
      ['2026-12-01T12:00:00-05:00', 'Europe/Paris', '2026-12-01T18:00:00+01:00'],
      ['2026-07-01T12:00:00.987Z', 'UTC', '2026-07-01T12:00:00Z'],
    ])('%s in %s is %s', (time, timezone, shown) => {
      expect(timeIn(time, timezone)).toBe(shown);
    });
  });

  describe('formatTime', () => {
    test.each([
      ['2026-03-29T00:59:59.999Z', 'Europe/Paris', '2026-03-29T01:59:59+01:00'],
      ['2026-03-29T01:00:00Z', 'Europe/Paris', '2026-03-29T03:00:00+02:00'],
      ['2026-10-25T00:59:59Z', 'Europe/Paris', '2026-10-25T02:59:59+02:00'],
      ['2026-10-25T01:00:00Z', 'Europe/Paris', '2026-10-25T02:00:00+01:00'],
      ['2026-01-01T00:00:00Z', 'Europe/London', '2026-01-01T00:00:00+00:00'],
      ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31T20:30:00-03:30'],
      ['2026-01-01T00:00:00.999Z', 'UTC', '2026-01-01T00:00:00Z'],
      ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59Z'],
      ['9999-12-31T23:59:59Z', 'Europe/Paris', '9999-12-31T23:59:59Z'],
      ['0001-01-01T00:00:00Z', 'America/New_York', '0001-01-01T00:00:00Z'],
    ])('shows %s in %s as %s', (instant, zone, text) => {
      expect(formatTime(new Date(instant), zone)).toBe(text);
    });

    test('shows UTC when no timezone is named', () => {
      expect(formatTime(new Date(0))).toBe('1970-01-01T00:00:00Z');
    });

    test('agrees with luxon at any time in any zone', () => {
      fc.assert(
        fc.property(modern, fc.constantFrom(...zones), (at, zone) => {
          expect(formatTime(at, zone)).toBe(byLuxon(at, zone));
        }),
        { numRuns: sized(100, 1_000) },
      );
    });

    test.each(zones)('agrees with luxon in every quarter of an hour around the changes of %s', (zone) => {
      const quarters = changeDays(zone).flatMap((day) =>
        Array.from({ length: 400 }, (_, quarter) => new Date(day + (quarter - 200) * 900_000)),
      );
      expect(quarters.map((at) => formatTime(at, zone))).toEqual(quarters.map((at) => byLuxon(at, zone)));
    });
  });

  /** The days, in milliseconds, from 2005 to 2030 after whose start the offset of a zone has changed. */
  function changeDays(zone: string): number[] {
    const days: number[] = [];
    let before = Number.NaN;
    for (let day = Date.UTC(2005, 0, 1); day < Date.UTC(2030, 0, 1) && days.length < 8; day += 86_400_000) {
      const offset = DateTime.fromMillis(day, { zone }).offset;
      if (offset !== before && !Number.isNaN(before)) days.push(day);
      before = offset;
    }
    return days;
  }

  describe('dateSchema', () => {
    test.each(['2026-03-01', '2024-02-29', '0001-01-01', '0004-02-29', '9999-12-31'])('takes %s', (text) => {
      expect(dateSchema.parse(text)).toBe(text);
    });

    test.each([
      '',
      '2026-2-1',
      '2026-02-29',
      '2100-02-29',
      '0000-01-01',
      '2026-03-01T00:00:00Z',
      '2026-03-01\n',
      20260301,
      null,
    ])('refuses %j', (value) => {
      expect(dateSchema.safeParse(value).success).toBe(false);
    });
  });

  describe('timezoneSchema', () => {
    test.each(['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires', 'US/Eastern', 'Etc/GMT+12'])(
      'takes %s',
      (name) => {
        expect(timezoneSchema.parse(name)).toBe(name);
      },
    );

    test.each(['', 'Europe/Atlantis', '+01:00', 'CET+1', 'Europe/Paris ', 'x'.repeat(10_000), 1, null])(
      'refuses %j',
      (name) => {
        expect(timezoneSchema.safeParse(name).success).toBe(false);
      },
    );
  });

  test.each([
    ['Europe/Paris', '2026-07-01T00:00:00Z', 3_600],
    ['Europe/Paris', '2026-01-01T00:00:00Z', 3_600],
    ['Europe/Dublin', '2026-07-01T00:00:00Z', 0],
    ['Australia/Sydney', '2026-01-01T00:00:00Z', 36_000],
    ['America/St_Johns', '2026-07-01T00:00:00Z', -12_600],
    ['UTC', '2026-07-01T00:00:00Z', 0],
  ])('standardOffsetSeconds of %s at %s is %s', (zone, instant, seconds) => {
    expect(standardOffsetSeconds(zone, new Date(instant))).toBe(seconds);
  });
});

/** Names of timezones (docs/api/conventions.md#timezones). */
describe('timezone names', () => {
  const canonical = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

  describe("today's names of the time zone database are offered", () => {
    test.each(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Europe/Paris', 'UTC'])(
      '%s',
      (name) => {
        expect(timezoneNames).toContain(name);
      },
    );

    test('each once, and each is a timezone', () => {
      expect(new Set(timezoneNames.map(canonical)).size).toBe(timezoneNames.length);
      expect(timezoneNames.filter((name) => !timezoneSchema.safeParse(name).success)).toEqual([]);
    });

    test.each([
      ['IN', 'Asia/Kolkata'],
      ['UA', 'Europe/Kyiv'],
      ['VN', 'Asia/Ho_Chi_Minh'],
      ['FR', 'Europe/Paris'],
    ] as const)('of the country %s: %s', (country, name) => {
      expect(timezoneOf(country)).toBe(name);
    });
  });

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ])('an older name is understood: %s is %s', (older, current) => {
    expect(timezoneSchema.parse(older)).toBe(older);
    expect(currentTimezone(older)).toBe(current);
    expect(canonical(older)).toBe(canonical(current));
  });
});

describe('the start of a day', () => {
  test.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T01:00:00-03:00'],
    ['America/Havana', '2026-03-08', '2026-03-08T01:00:00-04:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T00:00:00-04:00'],
    ['Asia/Beirut', '2026-03-29', '2026-03-29T01:00:00+03:00'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T01:00:00-02:00'],
    ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00'],
    ['Europe/Paris', '2026-03-29', '2026-03-29T00:00:00+01:00'],
  ])('in %s of %s is %s', (timezone, day, start) => {
    expect(formatTime(startOfDay(day, timezone), timezone)).toBe(start);
  });

  test('is the first moment that has its date or a later one', () => {
    const day = fc.date({ min: new Date('1980-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...timezoneNames), day, (timezone, at) => {
        const date = at.toISOString().slice(0, 10);
        const start = startOfDay(date, timezone).getTime();
        const [dateAt, dateBefore] = [start, start - 1_000].map((ms) =>
          formatTime(new Date(ms), timezone).slice(0, 10),
        );
        expect([(dateAt ?? '') >= date, (dateBefore ?? '') < date]).toEqual([true, true]);
      }),
      { numRuns: sized(100, 300) },
    );
  });
});
