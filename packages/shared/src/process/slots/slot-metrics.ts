import { gauge } from '../metric.ts';
import type { Metrics } from '../metrics.ts';
import type { Slots } from './slots.ts';

const taken = gauge('hub_slots_taken', 'Slots that are taken, by what they limit.', ['slots']);
const waiting = gauge('hub_slots_waiting', 'Who waits for a slot, by what the slots limit.', ['slots']);

/** Shows how many slots are taken, and how many wait for one. */
export function watchSlots(metrics: Metrics, named: Readonly<Record<string, Pick<Slots, 'usage'>>>): void {
  for (const [slots, { usage }] of Object.entries(named)) {
    metrics.gauge(taken, { slots }, () => usage().taken);
    metrics.gauge(waiting, { slots }, () => usage().waiting);
  }
}
