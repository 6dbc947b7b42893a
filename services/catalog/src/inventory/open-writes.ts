import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots, type Slots } from '@order-hub/shared/slots';

/**
 * Slots for transactions that lock something of their account: without them, the transactions of one account that wait for
 * each other take every connection to the database. An account has one slot. `max` must be less than the database has
 * connections, and `waitingMax` is how many of an account may wait. Throws 503 after a wait of eight seconds.
 */
export const openWrites = ({ max, waitingMax }: { max: number; waitingMax: number }): Slots =>
  openSlots({
    max,
    maxPerKey: 1,
    waitMs: 8_000,
    waitingMax,
    refuse: () => serviceUnavailable('Too many changes are being stored at the moment; repeat the request', 'writes'),
  });
