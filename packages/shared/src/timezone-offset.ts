const SPAN_MS = 6 * 3_600_000;
const ZONES_MAX = 1_000;
const SPANS_MAX = 4_096;

type Zone = { format: Intl.DateTimeFormat; spans: Map<number, number | null> };

const zones = new Map<string, Zone>();

/**
 * The offset of a timezone from UTC at an instant, in seconds, east of Greenwich positive. Raises RangeError for an unknown
 * timezone. Asking Intl costs microseconds, so the answer for each six hours is kept; null marks those in which it changes.
 */
export function offsetSeconds(timezone: string, at: Date): number {
  const zone = zones.get(timezone) ?? openZone(timezone);
  const span = Math.floor(at.getTime() / SPAN_MS);
  let offset = zone.spans.get(span);
  if (offset === undefined) offset = readSpan(zone, span);
  return offset ?? ask(zone.format, at.getTime());
}

function openZone(timezone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone = { format, spans: new Map<number, number | null>() };
  if (zones.size >= ZONES_MAX) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

function readSpan({ format, spans }: Zone, span: number): number | null {
  const offset = ask(format, span * SPAN_MS);
  const isSteady = offset === ask(format, (span + 1) * SPAN_MS - 1);
  if (spans.size >= SPANS_MAX) spans.clear();
  spans.set(span, isSteady ? offset : null);
  return isSteady ? offset : null;
}

function ask(format: Intl.DateTimeFormat, ms: number): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(ms)) ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -size : size;
}
