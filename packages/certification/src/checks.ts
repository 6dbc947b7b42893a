/** The checks, in the order in which they run. */
import { lostAnswer } from './checks/answers/lost-answer.ts';
import { serviceUnavailableCheck, tooManyRequestsCheck } from './checks/answers/refused-calls.ts';
import { suspendedCheck } from './checks/answers/suspended.ts';
import { acknowledgesEvents } from './checks/events/acknowledges-events.ts';
import { forgedEvent } from './checks/events/forged-event.ts';
import { lateEvent } from './checks/events/late-event.ts';
import { outOfOrderEvents } from './checks/events/out-of-order-events.ts';
import { repeatedEvent } from './checks/events/repeated-event.ts';
import { testEvent } from './checks/events/test-event.ts';
import { unknownEvent } from './checks/events/unknown-event.ts';
import { exactMoney } from './checks/orders/exact-money.ts';
import { newFields } from './checks/orders/new-fields.ts';
import { priceChange } from './checks/orders/price-change.ts';
import { takesOrders } from './checks/orders/takes-orders.ts';
import { unknownFields } from './checks/requests/unknown-fields.ts';
import { validRequests } from './checks/requests/valid-requests.ts';
import type { Check } from './session/run.ts';

export const checks: readonly Check[] = [
  // The first one shows whether the others can see anything.
  ...[takesOrders, acknowledgesEvents],
  ...[repeatedEvent, lateEvent, outOfOrderEvents, forgedEvent, unknownEvent, testEvent],
  ...[tooManyRequestsCheck, serviceUnavailableCheck, lostAnswer, suspendedCheck],
  // The price stays changed, so nothing is ordered after it.
  ...[newFields, priceChange],
  ...[exactMoney, validRequests, unknownFields],
];
