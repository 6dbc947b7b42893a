/** The statuses that a till will give an order, and when. */
import type { Schemas } from '@order-hub/client';
import type { Marker } from './marker.ts';
import type { TillSettings } from './till-settings.ts';

export type OrderStatus = Schemas['OrderStatus'];

/** `at`: milliseconds since 1970. */
export type PlannedStatus = { status: OrderStatus; at: number; seller_notes?: string };

type PlannedOrder = Pick<Schemas['Order'], 'service_type' | 'customer_notes'>;

/** What follows `accepted`, by the service type. */
const courses: Readonly<Record<string, readonly OrderStatus[]>> = {
  delivery: ['in_preparation', 'awaiting_shipment', 'in_delivery', 'completed'],
  collection: ['in_preparation', 'awaiting_collection', 'completed'],
  eat_in: ['in_preparation', 'completed'],
};

/** No more is done to such an order. */
export const isOver = (status: OrderStatus): boolean =>
  ['completed', 'rejected', 'cancelled', 'delivery_failed'].includes(status);

/** The settings of the till for one order: the later of two markers counts. */
function settingsFor(settings: TillSettings, markers: readonly Marker[]): TillSettings {
  return markers.reduce((before, marker) => {
    if (marker.kind === 'accept') return { ...before, answer: 'accept', delaySeconds: 0 };
    if (marker.kind === 'delay') return { ...before, answer: 'accept', delaySeconds: marker.seconds };
    if (marker.kind === 'ignore') return { ...before, answer: 'ignore' };
    if (marker.kind === 'reject') return { ...before, answer: 'reject', reason: marker.reason ?? before.reason };
    return before;
  }, settings);
}

/** What happens to a new order that arrives at `now`. Empty when the till ignores it. */
export function planOf(
  { service_type }: PlannedOrder,
  markers: readonly Marker[],
  { settings, now }: { settings: TillSettings; now: number },
): PlannedStatus[] {
  const { answer, reason, delaySeconds, stepSeconds } = settingsFor(settings, markers);
  if (answer === 'ignore') return [];
  if (answer === 'reject') return [{ status: 'rejected', at: now, seller_notes: reason }];
  const received: PlannedStatus[] = delaySeconds > 0 ? [{ status: 'received', at: now }] : [];
  const acceptedAt = now + delaySeconds * 1_000;
  const accepted: PlannedStatus[] = [...received, { status: 'accepted', at: acceptedAt }];
  const stepAt = (step: number) => acceptedAt + step * stepSeconds * 1_000;
  if (markers.some(({ kind }) => kind === 'cancel')) {
    return [...accepted, { status: 'cancelled', at: stepAt(1), seller_notes: reason }];
  }
  if (stepSeconds === 0) return accepted;
  const course = courses[service_type ?? 'collection'] ?? [];
  return [...accepted, ...course.map((status, index) => ({ status, at: stepAt(index + 1) }))];
}
