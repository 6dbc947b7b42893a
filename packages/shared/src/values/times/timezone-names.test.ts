/** Names of timezones (docs/api/conventions.md#timezones). */
import { describe, expect, test } from '@jest/globals';
import { timezoneOf } from '../texts/country.ts';
import { timezoneSchema } from './times.ts';
import { currentTimezone, timezoneNames } from './timezone-names.ts';

const canonical = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

describe("today's names of the time zone database are offered", () => {
  test.each(['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Europe/Paris', 'UTC'])('%s', (name) => {
    expect(timezoneNames).toContain(name);
  });

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
