const spanMs = 6 * 3_600_000;
const zonesMax = 1_000;
const spansMax = 4_096;

type Zone = { format: Intl.DateTimeFormat; spans: Map<number, number | null> };

const zones = new Map<string, Zone>();

/**
 * The offset of a timezone from UTC at an instant, in seconds, positive in the east. Throws RangeError for an unknown
 * timezone. Asking Intl takes microseconds, so offsets are cached for spans of six hours; null marks a span in which the
 * offset changes.
 */
export function offsetSeconds(timezone: string, at: Date): number {
  const zone = zones.get(timezone) ?? openZone(timezone);
  const span = Math.floor(at.getTime() / spanMs);
  let offset = zone.spans.get(span);
  if (offset === undefined) offset = readSpan(zone, span);
  return offset ?? readOffset(zone.format, at.getTime());
}

function openZone(timezone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone = { format, spans: new Map<number, number | null>() };
  if (zones.size >= zonesMax) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

function readSpan({ format, spans }: Zone, span: number): number | null {
  const offset = readOffset(format, span * spanMs);
  const isSteady = offset === readOffset(format, (span + 1) * spanMs - 1);
  if (spans.size >= spansMax) spans.clear();
  spans.set(span, isSteady ? offset : null);
  return isSteady ? offset : null;
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(ms)) ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -size : size;
}
