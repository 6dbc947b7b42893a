import * as management from '@order-hub/shared/management/backlog';
import type { z } from 'zod';
import type { Operator } from './operator.client.ts';

type Retry = z.input<typeof management.retryParkedMessages.input>;
type Replay = z.input<typeof management.replayDroppedEvents.input>;

/** Sends parked messages again, batch after batch. Each message once, even if it is parked again meanwhile. Throws OperatorError. */
export async function retryParked({ ask }: Operator, filters: Retry) {
  let { parked_before } = filters;
  let retried = 0;
  for (;;) {
    const batch = await ask(management.retryParkedMessages, { params: {}, input: { ...filters, parked_before } });
    retried += batch.retried;
    if (!batch.more) return { retried, unavailable: batch.unavailable };
    ({ parked_before } = batch);
  }
}

/** Pushes dropped events again, batch after batch. Repeating it does nothing. Throws OperatorError. */
export async function replayDropped({ ask }: Operator, filters: Replay) {
  let after = filters.after;
  const total = { replayed: 0, without_callback: 0 };
  for (;;) {
    const batch = await ask(management.replayDroppedEvents, { params: {}, input: { ...filters, after } });
    total.replayed += batch.replayed;
    total.without_callback += batch.without_callback;
    if (batch.next === null) return total;
    after = batch.next;
  }
}
