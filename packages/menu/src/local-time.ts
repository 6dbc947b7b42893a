/** The date and the time on a clock in a timezone: `2026-03-29` and `03:00`. Both compare as text. */
export type LocalTime = { date: string; time: string };

const formatsMax = 1_000;
const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for an unknown timezone and for an invalid date. */
export function localTime(at: Date, timezone: string): LocalTime {
  const format = formats.get(timezone) ?? openFormat(timezone);
  const shown = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes, digits = 2) => (shown.get(type) ?? '').padStart(digits, '0');
  return {
    date: `${part('year', 4)}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** The calendar day before. */
export function dayBefore(date: string): string {
  return new Date(midnightMs(date) - dayMs).toISOString().slice(0, date.length);
}

/** `1` for Monday to `7` for Sunday (docs/api/conventions.md#days-of-the-week). */
export function dayOfWeek(date: string): string {
  return String(new Date(midnightMs(date)).getUTCDay() || 7);
}

function openFormat(timezone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  // On a server, visitors may send any spelling of any timezone: limits the memory they can take.
  if (formats.size >= formatsMax) formats.clear();
  formats.set(timezone, format);
  return format;
}

const midnightMs = (date: string) => Date.parse(`${date}T00:00:00Z`);
