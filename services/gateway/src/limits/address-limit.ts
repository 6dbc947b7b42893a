import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import type { PublicRequest } from '../pipeline/public-request.ts';
import { limitReached } from './limit-rate.ts';
import { inProcessCounter, type RateWindow } from './rate-counter.ts';
import { remoteAddress } from './remote-address.ts';
import { openSlots } from '@order-hub/shared/slots';

/**
 * Limits requests without a valid access token (docs/api/limits.md#requests-without-a-token). They count for their address
 * when they turn out to have none, so that a good token costs nothing. Whether a token is good is known only after it is
 * looked up: so an address that has used up its minute is not refused, but its tokens are looked up one at a time. A good
 * token waits for its turn at most; auth never has more than one look-up of such an address to answer.
 */
export type AddressLimit = {
  /** Counts a request without a valid token. Throws too_many_requests. */
  count(request: PublicRequest): void;
  /** Looks up an unknown token when it is the address's turn. Throws too_many_requests when too many wait. */
  lookUp<Answer>(request: PublicRequest, ask: () => Promise<Answer>): Promise<Answer>;
};

const refuse = () =>
  tooManyRequests('Too many requests with unknown access tokens come from this address', { 'Retry-After': '2' });

/** Counts in this process, up to `perMinute` for each address. */
export function openAddressLimit(perMinute: number, hops: number): AddressLimit {
  const counter = inProcessCounter();
  const window: RateWindow = { name: 'address', seconds: 60, limit: perMinute };
  const windows = [window];
  const usual = openSlots({ max: 32, waitMs: 5_000, waitingMax: 1_000, refuse });
  const oneAtATime = openSlots({ max: 1, waitMs: 2_000, waitingMax: 100, refuse });
  const keyOf = ({ req }: PublicRequest) => addressKey(remoteAddress(req, hops));
  return {
    count(request) {
      const { startedMs } = request;
      const { isGranted, used } = counter.take(keyOf(request), windows, startedMs);
      if (!isGranted) throw limitReached(windows, used, startedMs);
    },
    async lookUp(request, ask) {
      const key = keyOf(request);
      const isUsedUp = counter.used(key, window, request.startedMs) >= perMinute;
      const release = await (isUsedUp ? oneAtATime : usual).take(key);
      return ask().finally(release);
    },
  };
}
