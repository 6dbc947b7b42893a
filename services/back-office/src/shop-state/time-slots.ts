/** The time slots of a day as people write them: `11:30–14:00, 18:00–22:30`. Pure. */

export type TimeSlot = { from: string; to: string };

const clock = String.raw`(\d{1,2})(?:[:.h](\d{2}))?`;
const slotPattern = new RegExp(String.raw`^${clock}\s*(?:-|–|—|to|bis|à|a)\s*${clock}$`, 'i');
/** The longest text that anybody writes for a day. */
export const dayCharsMax = 300;

const twoDigits = (text: string) => text.padStart(2, '0');

/** `24` is the midnight at the end of the day. */
function clockOf(hours: string, minutes = '00'): string | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined;
  return `${twoDigits(hours)}:${minutes}`;
}

function slotOf(text: string): TimeSlot | undefined {
  const [, fromHours = '', fromMinutes, toHours = '', toMinutes] = slotPattern.exec(text) ?? [];
  if (fromHours === '') return undefined;
  const [from, to] = [clockOf(fromHours, fromMinutes), clockOf(toHours, toMinutes)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The slots in a text; undefined if it cannot be read. An empty text has none. */
export function slotsIn(text: string): TimeSlot[] | undefined {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const slots = parts.map(slotOf);
  return slots.every((slot) => slot !== undefined) ? slots : undefined;
}

export const slotsText = (slots: readonly TimeSlot[]): string =>
  slots.map(({ from, to }) => `${from}–${to}`).join(', ');
