/** How many requests may be under way at the same time (docs/api/limits.md#concurrent-requests). */
import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import { remoteAddress } from './remote-address.ts';
import { openSlots, type Release, type Slots } from '@order-hub/shared/slots';

const waitingMax = 1_000;
/** Nobody's token is needed there, so one address gets little of it. */
const openPerAddress = 16;
/** Of live pages, each of which is under way for minutes. */
const livePerAddress = 8;

export type ConcurrencyLimits = { perConnection: number; perAddress: number; waitMs: number };

/** Keeps a slot until the response is closed. */
export function hold(request: PublicRequest, taken: Release | Promise<Release>): void | Promise<void> {
  if (taken instanceof Promise) return taken.then((release) => hold(request, release));
  if (request.res.closed) taken();
  else request.releases.push(taken);
}

/**
 * Counts a request among those of its connection and its address, the pages of auth among those of the address alone, and
 * of these the live ones apart; each far below what the connections to a service are. More wait. Throws too_many_requests for those that wait for too long.
 */
export function concurrencyLimiter({ perConnection, perAddress, waitMs }: ConcurrencyLimits, hops: number): Step {
  const slotsOf = (whose: string, max: number): Slots =>
    openSlots({
      max,
      waitMs,
      waitingMax,
      refuse: () =>
        tooManyRequests(`At most ${max} requests of one ${whose} may be under way at the same time`, {
          'Retry-After': '1',
        }),
    });
  const [connections, addresses] = [slotsOf('connection', perConnection), slotsOf('address', perAddress)];
  const open = slotsOf('address', Math.min(openPerAddress, perAddress));
  const live = slotsOf('address', Math.min(livePerAddress, perAddress));

  return (request) => {
    const { connection, req, route } = request;
    const address = addressKey(remoteAddress(req, hops));
    if (!connection) return hold(request, (route?.isLive ? live : open).take(address));
    const waiting = hold(request, connections.take(connection.caller.connection_id));
    if (waiting) return waiting.then(() => hold(request, addresses.take(address)));
    return hold(request, addresses.take(address));
  };
}
