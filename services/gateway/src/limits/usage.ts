/** How much of what one payer used in the last minute and in the last hour. Hot: counts every request. */

/** What is counted. `refused`: answered 429. `cost_ms`: processor time and its equivalents (limit-cost.ts). */
export const measures = ['requests', 'refused', 'bytes_in', 'bytes_out', 'cost_ms'] as const;
export type Amounts = Record<(typeof measures)[number], number>;

const slotsPerRing = 12;
const minuteSlotMs = 5_000;
const hourSlotMs = 300_000;

/** The amounts of the latest twelve slots of time, in a ring. `latest`: the number of slots since 1970. */
type Ring = { slotMs: number; latest: number; amounts: Float64Array };

export type Usage = { minute: Ring; hour: Ring };

const newRing = (slotMs: number): Ring => ({
  slotMs,
  latest: 0,
  amounts: new Float64Array(slotsPerRing * measures.length),
});

export const newUsage = (): Usage => ({ minute: newRing(minuteSlotMs), hour: newRing(hourSlotMs) });

/** Clears the slots that have begun since the latest one. A clock that is set back stays in the latest slot. */
function moveTo(ring: Ring, nowMs: number): void {
  const slot = Math.floor(nowMs / ring.slotMs);
  for (let next = Math.max(ring.latest + 1, slot - slotsPerRing + 1); next <= slot; next += 1) {
    const start = (next % slotsPerRing) * measures.length;
    ring.amounts.fill(0, start, start + measures.length);
  }
  if (slot > ring.latest) ring.latest = slot;
}

function addTo(ring: Ring, { requests, refused, bytes_in, bytes_out, cost_ms }: Amounts, nowMs: number): void {
  moveTo(ring, nowMs);
  const { amounts } = ring;
  const start = (ring.latest % slotsPerRing) * measures.length;
  amounts[start] = (amounts[start] ?? 0) + requests;
  amounts[start + 1] = (amounts[start + 1] ?? 0) + refused;
  amounts[start + 2] = (amounts[start + 2] ?? 0) + bytes_in;
  amounts[start + 3] = (amounts[start + 3] ?? 0) + bytes_out;
  amounts[start + 4] = (amounts[start + 4] ?? 0) + cost_ms;
}

export function addUsage({ minute, hour }: Usage, amounts: Amounts, nowMs: number): void {
  addTo(minute, amounts, nowMs);
  addTo(hour, amounts, nowMs);
}

function totalOf(ring: Ring, nowMs: number): Amounts {
  moveTo(ring, nowMs);
  const total = (at: number) => {
    let sum = 0;
    for (let slot = 0; slot < slotsPerRing; slot += 1) sum += ring.amounts[slot * measures.length + at] ?? 0;
    return Math.round(sum);
  };
  return { requests: total(0), refused: total(1), bytes_in: total(2), bytes_out: total(3), cost_ms: total(4) };
}

/** The totals of the last minute (to within five seconds) and of the last hour (to within five minutes). */
export const totalsOf = ({ minute, hour }: Usage, nowMs: number) => ({
  minute: totalOf(minute, nowMs),
  hour: totalOf(hour, nowMs),
});
