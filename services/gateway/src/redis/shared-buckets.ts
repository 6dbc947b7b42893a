/**
 * What payers spend at all gateways together (docs/api/limits.md#cost), in Redis. No request waits for it: the cost of requests
 * that have ended is sent a few times a second, and what comes back is what the payer has left for its next request here.
 */
import type { BucketSize } from '../limits/bucket.ts';
import type { Redis } from './open-redis.ts';

const sendEveryMs = 100;

export type SharedBuckets = {
  /** Notes what a payer has spent here. */
  charge(payer: string, ms: number): void;
  close(): void;
};

/** `onCharged`: what a payer has left, with what it spent elsewhere. What Redis does not answer is not sent again. */
export function openSharedBuckets(
  redis: Redis,
  { perMinute, burst }: BucketSize,
  onCharged: (payer: string, leftMs: number) => void,
): SharedBuckets {
  const spent = new Map<string, number>();

  async function send(payer: string, ms: number): Promise<void> {
    const args = [String(ms), String(perMinute), String(burst)];
    const [leftMs] = (await redis.run('chargeBucket', [`cost:{${payer}}`], args)) ?? [];
    if (leftMs !== undefined) onCharged(payer, leftMs);
  }

  const sending = setInterval(() => {
    for (const [payer, ms] of spent) void send(payer, ms);
    spent.clear();
  }, sendEveryMs).unref();
  return {
    charge: (payer, ms) => void spent.set(payer, (spent.get(payer) ?? 0) + ms),
    close: () => clearInterval(sending),
  };
}
