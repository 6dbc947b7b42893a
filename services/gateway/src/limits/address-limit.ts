import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import { openSlots } from '@order-hub/shared/slots';
import type { PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';
import { limitReached, type LimitedWindow } from './limit-rate.ts';
import type { ReadableCounter, TakeResult } from './rate-counter.ts';

/**
 * Limits requests without a valid access token per address (docs/api/limits.md#requests-without-a-token). Counts only
 * requests that turn out to have none, so a good token costs nothing. Only a look-up shows whether a token is good. So an
 * address that has used up its minute is not refused; instead its tokens are looked up one at a time. A good token then waits
 * for its turn at most, and auth never has to answer more than one look-up of such an address.
 */
export type AddressLimit = {
  /** Counts a request without a valid token. Throws too_many_requests. */
  count(request: PublicRequest): void | Promise<void>;
  /** Looks up an unknown token in its turn. Throws too_many_requests if too many wait. */
  lookUp<Answer>(request: PublicRequest, ask: () => Promise<Answer>): Promise<Answer>;
};

const refuse = () =>
  tooManyRequests(
    'Too many requests with unknown access tokens come from this address',
    { 'Retry-After': '2' },
    'unknown_tokens',
  );

type AddressLimits = { perMinute: number; hops: number };

/** Counts up to `perMinute` for each address. Whether look-ups take turns, each process decides by what it knows. */
export function openAddressLimit(counter: ReadableCounter, { perMinute, hops }: AddressLimits): AddressLimit {
  const window: LimitedWindow = { name: 'address', seconds: 60, limit: perMinute, refusal: 'unknown_tokens' };
  const windows = [window];
  const usual = openSlots({ maxPerKey: 32, waitMs: 5_000, waitingMax: 1_000, refuse });
  const oneAtATime = openSlots({ maxPerKey: 1, waitMs: 2_000, waitingMax: 100, refuse });
  const keyOf = ({ req }: PublicRequest) => addressKey(remoteAddress(req, hops));
  return {
    count(request) {
      const { startedMs } = request;
      const applyResult = ({ isGranted, used }: TakeResult) => {
        if (!isGranted) throw limitReached(windows, used, startedMs);
      };
      const result = counter.take(keyOf(request), windows, startedMs);
      return result instanceof Promise ? result.then(applyResult) : applyResult(result);
    },
    async lookUp(request, ask) {
      const key = keyOf(request);
      const isUsedUp = counter.used(key, window, request.startedMs) >= perMinute;
      const release = await (isUsedUp ? oneAtATime : usual).take(key, request);
      return ask().finally(release);
    },
  };
}
