/** How many requests may be under way at the same time (docs/api/limits.md#concurrent-requests). */
import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import { openSlots, type Release, type Slots } from '@order-hub/shared/slots';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';

const waitingMax = 1_000;
/** For pages. They need no token, so one address gets few. */
const pagesPerAddress = 16;
/** For live pages, each of which is under way for minutes. */
const livePerAddress = 8;

export type ConcurrencyLimits = { perConnection: number; perAddress: number; waitMs: number };

/** Gives the slot back when the response is closed. Waits if the slot is not free yet. */
export function occupySlot(request: PublicRequest, slot: Release | Promise<Release>): void | Promise<void> {
  if (slot instanceof Promise) return slot.then((release) => occupySlot(request, release));
  if (request.res.closed) slot();
  else request.releases.push(slot);
}

/**
 * Limits the requests under way of each connection and each address. Pages have slots of their own per address, and so have
 * live pages. Each limit is far below the number of connections to a service. Requests above a limit wait; throws
 * too_many_requests for one that waits too long.
 */
export function concurrencyLimiter(
  { perConnection, perAddress, waitMs }: ConcurrencyLimits,
  hops: number,
): GatewayStep {
  const slotsPer = (owner: 'connection' | 'address', max: number): Slots =>
    openSlots({
      max,
      waitMs,
      waitingMax,
      refuse: () =>
        tooManyRequests(`At most ${max} requests of one ${owner} may be under way at the same time`, {
          'Retry-After': '1',
        }),
    });
  const connections = slotsPer('connection', perConnection);
  const addresses = slotsPer('address', perAddress);
  const pages = slotsPer('address', Math.min(pagesPerAddress, perAddress));
  const live = slotsPer('address', Math.min(livePerAddress, perAddress));

  return (request) => {
    const { connection, req, route } = request;
    const address = addressKey(remoteAddress(req, hops));
    if (!connection) return occupySlot(request, (route?.isLive ? live : pages).take(address));
    const waiting = occupySlot(request, connections.take(connection.caller.connection_id));
    if (waiting) return waiting.then(() => occupySlot(request, addresses.take(address)));
    return occupySlot(request, addresses.take(address));
  };
}
