/** How often an address may ask for pages (docs/api/limits.md#requests-to-pages). */
import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';
import { type Bucket, charge, newBucket, refill } from './bucket.ts';

const addressesMax = 50_000;
/** Who opens a page asks for its files and pictures as well, but nobody goes on like that. */
const burstSeconds = 6;
const waitSecondsMax = 5;
/** What a request costs whose service answers 429: who goes on after that must not keep others waiting. */
const refusedCost = 10;

const tooManyPages = () =>
  tooManyRequests(
    'There were too many requests from your network. Please try again in a few seconds',
    { 'Retry-After': String(waitSecondsMax) },
    'page_requests',
  );

async function waitFor(seconds: number, { signal }: PublicRequest): Promise<void> {
  await sleep(seconds * 1_000, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/**
 * A bucket for each address, full at first. Requests that find it empty wait for their turn, so a script that does not wait for
 * anything gets the rate of its address, and a full office only slower pages. Throws too_many_requests for a request that would
 * wait too long; it takes nothing. A request that its service refuses with 429 takes as much as ten.
 */
export function pageLimiter({ perMinute, hops }: { perMinute: number; hops: number }): GatewayStep {
  const perSecond = perMinute / 60;
  const size = { perMinute, burst: Math.ceil(perSecond * burstSeconds) };
  const buckets = new LRUCache<string, Bucket>({ max: addressesMax });

  function bucketOf(address: string, nowMs: number): Bucket {
    const known = buckets.get(address);
    if (known) return known;
    const bucket = newBucket(size, nowMs);
    buckets.set(address, bucket);
    return bucket;
  }

  return (request) => {
    const { req, startedMs } = request;
    const bucket = bucketOf(addressKey(remoteAddress(req, hops)), startedMs);
    refill(bucket, size, startedMs);
    const waitSeconds = Math.max(0, (1 - bucket.left) / perSecond);
    if (waitSeconds > waitSecondsMax) throw tooManyPages();
    charge(bucket, size, { spent: 1, nowMs: startedMs });
    request.releases.push(() => {
      if (request.res.statusCode === 429) charge(bucket, size, { spent: refusedCost - 1, nowMs: startedMs });
    });
    if (waitSeconds > 0) return waitFor(waitSeconds, request);
  };
}
