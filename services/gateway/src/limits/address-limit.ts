import type { IncomingMessage } from 'node:http';
import type { PublicRequest } from '../pipeline/public-request.ts';
import { inProcessCounter, type RateWindow } from './rate-counter.ts';
import { limitReached } from './limit-rate.ts';

/** The client's address: that of the TCP peer or, behind `hops` proxies of our own, the one that the outermost of them saw. */
export function remoteAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (hops === 0 || typeof forwarded !== 'string') return peer;
  const chain = forwarded.split(',');
  return chain[Math.max(0, chain.length - hops)]?.trim() ?? peer;
}

/** Limits requests without a valid access token, so that no client guesses tokens (docs/api/limits.md#requests-without-a-token). */
export type AddressLimit = {
  /** Counts a request without a valid token. Throws too_many_requests. */
  count(request: PublicRequest): void;
  /** Throws too_many_requests when the address has reached its limit for this minute. */
  assertBelow(request: PublicRequest): void;
};

/** Counts in this process, up to `perMinute` for each address. */
export function openAddressLimit(perMinute: number, hops: number): AddressLimit {
  const counter = inProcessCounter();
  const window: RateWindow = { name: 'address', seconds: 60, limit: perMinute };
  const windows = [window];
  return {
    count({ req, startedMs }) {
      const { isGranted, used } = counter.take(remoteAddress(req, hops), windows, startedMs);
      if (!isGranted) throw limitReached(windows, used, startedMs);
    },
    assertBelow({ req, startedMs }) {
      const used = counter.used(remoteAddress(req, hops), window, startedMs);
      if (used >= perMinute) throw limitReached(windows, [used], startedMs);
    },
  };
}
