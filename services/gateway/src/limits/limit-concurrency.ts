/** How many requests may be under way at the same time (docs/api/limits.md#concurrent-requests). */
import { addressKey } from '@order-hub/shared/address-key';
import { tooManyRequests } from '@order-hub/shared/errors';
import type { Metrics } from '@order-hub/shared/metrics';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { openSlots, type Release, type Slots } from '@order-hub/shared/slots';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';

/**
 * `pagesPerAddress`: pages need no token, so one address gets few. `livePerAddress`: live pages, each of which is under way for
 * minutes. `waitingMax`: requests that wait, of one connection or address.
 */
export type ConcurrencyLimits = Record<
  'perConnection' | 'perAddress' | 'pagesPerAddress' | 'livePerAddress' | 'waitMs' | 'waitingMax',
  number
>;

/** Gives the slot back with the others of `releases`. Waits if the slot is not free yet. */
export function occupySlot(
  request: PublicRequest,
  slot: Release | Promise<Release>,
  releases = request.releases,
): void | Promise<void> {
  if (slot instanceof Promise) return slot.then((release) => occupySlot(request, release, releases));
  if (request.res.closed) slot();
  else releases.push(slot);
}

/**
 * Limits the requests under way of each connection and each address. Pages have slots of their own per address, and so have
 * live pages. Each limit is far below the number of connections to a service. Requests above a limit wait; throws
 * too_many_requests for one that waits too long.
 */
export function concurrencyLimiter(
  { perConnection, perAddress, pagesPerAddress, livePerAddress, waitMs, waitingMax }: ConcurrencyLimits,
  hops: number,
  metrics: Metrics,
): GatewayStep {
  const slotsPer = (owner: 'connection' | 'address', max: number): Slots =>
    openSlots({
      maxPerKey: max,
      waitMs,
      waitingMax,
      refuse: () =>
        tooManyRequests(
          `At most ${max} requests of one ${owner} may be under way at the same time`,
          { 'Retry-After': '1' },
          'concurrent_requests',
        ),
    });
  const connections = slotsPer('connection', perConnection);
  const addresses = slotsPer('address', perAddress);
  const pages = slotsPer('address', pagesPerAddress);
  const live = slotsPer('address', livePerAddress);
  watchSlots(metrics, {
    requests_of_connections: connections,
    requests_of_addresses: addresses,
    pages_of_addresses: pages,
    live_pages_of_addresses: live,
  });

  return (request) => {
    const { connection, req, route } = request;
    const address = addressKey(remoteAddress(req, hops));
    if (!connection) return occupySlot(request, (route?.isLive ? live : pages).take(address, request));
    const waiting = occupySlot(request, connections.take(connection.caller.connection_id, request));
    if (waiting) return waiting.then(() => occupySlot(request, addresses.take(address, request)));
    return occupySlot(request, addresses.take(address, request));
  };
}
