import { z } from 'zod';
import { rule } from '../rules.ts';
import { offsetSeconds } from './timezone-offset.ts';

const datePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const timePattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2}T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?|24:00(?::00(?:\.0+)?)?))(?:Z|([+-](?:[01][0-9]|2[0-3])):?([0-5][0-9])?)$/;
/** Room for as many digits of a second as anybody writes. */
const timeCharsMax = 100;
const zonePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');
const isoSecondsChars = 'YYYY-MM-DDTHH:mm:ss'.length;

/** A client's Time: date, time with or without seconds, and offset, years 1 to 9999 (docs/api/conventions.md#times). */
export const timeSchema = z
  .string('must be a time as a string, such as "2026-03-01T18:30:00+01:00"')
  .check(
    rule(
      (text) => text.length <= timeCharsMax && msOf(text) !== null,
      'not_a_time',
      'must be an ISO 8601 date and time with an offset, such as "2026-03-01T18:30:00+01:00"',
    ),
  )
  .meta({
    id: 'Time',
    maxLength: timeCharsMax,
    description:
      'A date and time with a UTC offset; seconds, and the minutes of the offset, may be left out (docs/api/conventions.md#times).',
    format: 'date-time',
    examples: ['2026-03-01T18:30:00+01:00'],
  });

/** A Time in a query. A `+` that was not percent-encoded arrives as a space, and is read as `+`. */
export const timeFilter = z
  .string()
  .transform((time) => time.replace(' ', '+'))
  .pipe(timeSchema)
  .optional();

/** A client's Date, stored as sent: `YYYY-MM-DD`, years 1 to 9999 (docs/api/conventions.md#dates). */
export const dateSchema = z
  .string('must be a date as a string, such as "2026-03-01"')
  .check(rule(isDate, 'not_a_time', 'must be an ISO 8601 date, such as "2026-03-01"'))
  .meta({
    id: 'Date',
    maxLength: '2026-03-01'.length,
    description: 'A day of the calendar (docs/api/conventions.md#dates).',
    format: 'date',
    examples: ['2026-03-01'],
  });

/** The IANA name of a timezone that this machine knows (docs/api/conventions.md#timezones). */
export const timezoneSchema = z
  .string('must be the name of a timezone, such as "Europe/Paris"')
  .check(rule(isTimezone, 'unknown_value', 'must be the IANA name of a timezone, such as "Europe/Paris"'))
  .meta({ maxLength: 64, examples: ['Europe/Paris'] });

/** The instant of a text that `timeSchema` accepts, to the millisecond. Throws RangeError for other texts. */
export function parseTime(text: string): Date {
  const ms = msOf(text);
  if (ms === null) throw new RangeError('Not a time with offset');
  return new Date(ms);
}

/**
 * Formats an instant in the local time of an IANA timezone, with offset, in whole seconds (rounded down):
 * `2026-03-29T01:59:59+01:00`. Writes `UTC` as `Z`.
 */
export function formatTime(at: Date, timezone = 'UTC'): string {
  if (timezone === 'UTC') return `${isoSeconds(at)}Z`;
  const minutes = Math.round(offsetSeconds(timezone, at) / 60);
  const local = new Date(at.getTime() + minutes * 60_000);
  const isShowable = local.getTime() >= firstMs && local.getTime() <= lastMs;
  return isShowable ? isoSeconds(local) + offsetText(minutes) : `${isoSeconds(at)}Z`;
}

/** A Time, as the clocks of a timezone show it (docs/api/conventions.md#times). Throws RangeError for any other text. */
export const timeIn = (time: string, timezone: string): string => formatTime(parseTime(time), timezone);

/**
 * The offset of a timezone without daylight saving, in seconds, in the year of `at`: the smaller of January's and July's.
 * For the deprecated `timezone.offset`.
 */
export function standardOffsetSeconds(timezone: string, at: Date): number {
  const year = at.getUTCFullYear();
  return Math.min(...[0, 6].map((month) => offsetSeconds(timezone, new Date(Date.UTC(year, month, 1)))));
}

function msOf(text: string): number | null {
  const [, local = '', hours = '+00', minutes = '00'] = timePattern.exec(text) ?? [];
  if (!isDate(local.slice(0, 10))) return null;
  const ms = Date.parse(`${local}${hours}:${minutes}`);
  return ms >= firstMs && ms <= lastMs ? ms : null;
}

function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  // The Gregorian calendar repeats every 400 years; Date.UTC treats the years 0 to 99 as 1900 to 1999.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function isTimezone(name: string): boolean {
  if (!zonePattern.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isoSeconds(at: Date): string {
  return at.toISOString().slice(0, isoSecondsChars);
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
