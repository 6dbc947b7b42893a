/** A token bucket of processor time. Hot: every request uses one. */

/** How much a bucket gets in a minute, and how much it holds at most, in milliseconds. */
export type BucketSize = { msPerMinute: number; burstMs: number };

/** `leftMs` was right at `refilledMs`. Below 0 it is what is owed. */
export type Bucket = { leftMs: number; refilledMs: number };

export const newBucket = ({ burstMs }: BucketSize, nowMs: number): Bucket => ({ leftMs: burstMs, refilledMs: nowMs });

/** Adds what the bucket gets for the time that has passed. */
export function refill(bucket: Bucket, { msPerMinute, burstMs }: BucketSize, nowMs: number): void {
  if (nowMs <= bucket.refilledMs) return;
  bucket.leftMs = Math.min(burstMs, bucket.leftMs + ((nowMs - bucket.refilledMs) * msPerMinute) / 60_000);
  bucket.refilledMs = nowMs;
}

/** Takes what was spent. One burst at most is owed, whatever was under way at the same time. */
export function charge(bucket: Bucket, size: BucketSize, { ms, nowMs }: { ms: number; nowMs: number }): void {
  refill(bucket, size, nowMs);
  bucket.leftMs = Math.max(-size.burstMs, bucket.leftMs - ms);
}

/** Lowers what is left to what is left at all gateways together. */
export function lower(bucket: Bucket, size: BucketSize, { leftMs, nowMs }: { leftMs: number; nowMs: number }): void {
  refill(bucket, size, nowMs);
  bucket.leftMs = Math.min(bucket.leftMs, leftMs);
}

/** Whole seconds, from 1 up, until nothing is owed. */
export const secondsUntilPaid = ({ leftMs }: Bucket, { msPerMinute }: BucketSize) =>
  Math.max(1, Math.ceil((-leftMs * 60) / msPerMinute));
