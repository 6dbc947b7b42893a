import { setTimeout as sleep } from 'node:timers/promises';
import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import { openSlots, type Waiter } from '@order-hub/shared/slots';

/**
 * Attempts that are held keep a request open, and nothing else: no connection to the database, no slot for hashing. Most
 * addresses have to wait before they have this many attempts to hold (attempts.ts), so the places suffice for everybody.
 */
export const holdingSlots = openSlots({
  max: 32,
  maxPerKey: 4,
  waitMs: 5_000,
  waitingMax: 4,
  refuse: () =>
    tooManyRequests(
      'Too many log-ins from your network are waiting. Please try again in a few seconds',
      { 'Retry-After': '5' },
      'held_log_ins',
    ),
});

/**
 * Holds an attempt for some seconds before its password is checked (docs/api/back-office.md#attempts). Throws 429 when too
 * many of the same address are held, and the signal's reason when the client gives up.
 */
export async function holdAttempt(ctx: Waiter & { address: string | null }, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const release = await holdingSlots.take(addressKey(ctx.address ?? ''), ctx);
  const { signal } = ctx;
  try {
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => signal.throwIfAborted());
  } finally {
    release();
  }
}
