/** A token bucket, such as one of processor time in milliseconds. Hot: every request uses one. */

/** How much a bucket gets in a minute, and how much it holds at most. */
export type BucketSize = { perMinute: number; burst: number };

/** `left` was right at `refilledMs`. Below 0 it is what is owed. */
export type Bucket = { left: number; refilledMs: number };

export const newBucket = ({ burst }: BucketSize, nowMs: number): Bucket => ({ left: burst, refilledMs: nowMs });

/** Adds what the bucket gets for the time that has passed. */
export function refill(bucket: Bucket, { perMinute, burst }: BucketSize, nowMs: number): void {
  if (nowMs <= bucket.refilledMs) return;
  bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.refilledMs) * perMinute) / 60_000);
  bucket.refilledMs = nowMs;
}

/** Takes what was spent. One burst at most is owed, whatever was under way at the same time. */
export function charge(bucket: Bucket, size: BucketSize, { spent, nowMs }: { spent: number; nowMs: number }): void {
  refill(bucket, size, nowMs);
  bucket.left = Math.max(-size.burst, bucket.left - spent);
}

/** Lowers what is left to what is left at all gateways together. */
export function lower(bucket: Bucket, size: BucketSize, { left, nowMs }: { left: number; nowMs: number }): void {
  refill(bucket, size, nowMs);
  bucket.left = Math.min(bucket.left, left);
}

/** Whole seconds, from 1 up, until nothing is owed. */
export const secondsUntilPaid = ({ left }: Bucket, { perMinute }: BucketSize) =>
  Math.max(1, Math.ceil((-left * 60) / perMinute));
