/** Days and times (docs/api/catalogs.md#days-and-times) in every minute of weeks in which the clocks change. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAvailable } from '../src/availability.ts';
import type { Conditions } from '../src/conditions.ts';
import { priceOf, type PriceOverride } from '../src/price.ts';
import { minutesOf, shownWhile, weeks, type Week } from './walked-weeks.ts';

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
      { numRuns: 8 },
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
      { numRuns: 4 },
    );
  });
});

test('the weeks have as many hours as their clock changes make', () => {
  const hours = Object.values(weeks).map((week) => minutesOf(week).length / 60);
  expect(hours).toEqual([8 * 24 - 1, 8 * 24 + 1, 8 * 24 - 1, 8 * 24 + 1, 11 * 24, 8 * 24]);
});
