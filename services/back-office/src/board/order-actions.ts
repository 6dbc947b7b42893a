/** What people do with an order on the board. Pure. */
import type { BoardOrder } from '@order-hub/shared/orders-calls';

export const actionNames = ['accept', 'reject', 'ready', 'send', 'complete', 'delay', 'cancel'] as const;

export type ActionName = (typeof actionNames)[number];

const withoutAnswer = ['new', 'received'];
const inKitchen = ['accepted', 'in_preparation'];
const waiting = ['awaiting_collection', 'awaiting_shipment'];

/** The statuses that the order must have now (docs/api/orders.md#conditional-updates). */
const expected: Record<ActionName, readonly string[]> = {
  accept: withoutAnswer,
  reject: withoutAnswer,
  ready: inKitchen,
  send: ['awaiting_shipment'],
  complete: [...waiting, 'in_delivery'],
  delay: inKitchen,
  cancel: [...inKitchen, ...waiting, 'in_delivery'],
};

export const expectedStatuses = (action: ActionName): string => expected[action].join(',');

/** What can be done with the order now, what is likeliest first. An order that waits for its driver is sent out before it is handed over. */
export const actionsOf = ({ status }: Pick<BoardOrder, 'status'>): ActionName[] =>
  actionNames.filter(
    (name) => expected[name].includes(status) && !(name === 'complete' && status === 'awaiting_shipment'),
  );

type Status =
  'accepted' | 'rejected' | 'awaiting_shipment' | 'awaiting_collection' | 'in_delivery' | 'completed' | 'cancelled';

/** The status after the action; undefined if it stays. */
export function statusAfter(action: ActionName, service_type: string | null): Status | undefined {
  if (action === 'delay') return undefined;
  if (action === 'ready') return service_type === 'delivery' ? 'awaiting_shipment' : 'awaiting_collection';
  const statuses = {
    accept: 'accepted',
    reject: 'rejected',
    send: 'in_delivery',
    complete: 'completed',
    cancel: 'cancelled',
  } as const;
  return statuses[action];
}

/** In how many minutes from now an accepted order can be ready. */
export const minuteChoices = ['10', '15', '20', '30', '45', '60'] as const;

/** Nobody promises a time that has passed. */
export const hasPassed = (time: string, now: Date): boolean => Date.parse(time) <= now.getTime();
