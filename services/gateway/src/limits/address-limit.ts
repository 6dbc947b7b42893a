import type { IncomingMessage } from 'node:http';
import type { PublicRequest } from '../pipeline/public-request.ts';
import { inProcessCounter, type RateWindow } from './rate-counter.ts';
import { refusal } from './limit-rate.ts';

/** Who is at the other end: the connection's peer or, behind `hops` proxies of ours, whom the outermost of them saw. */
export function remoteAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (hops === 0 || typeof forwarded !== 'string') return peer;
  const chain = forwarded.split(',');
  return chain[Math.max(0, chain.length - hops)]?.trim() ?? peer;
}

/** The limit on requests without a valid access token: so that nobody can try tokens, or keep auth busy with them. */
export type AddressLimit = {
  /** Counts a request that had no valid token. Throws too_many_requests. */
  count(request: PublicRequest): void;
  /** Throws too_many_requests when the address has used up its minute. */
  assertBelow(request: PublicRequest): void;
};

/** Counts in this process, `perMinute` for each address. */
export function openAddressLimit(perMinute: number, hops: number): AddressLimit {
  const counter = inProcessCounter();
  const window: RateWindow = { name: 'address', seconds: 60, limit: perMinute };
  const windows = [window];
  return {
    count({ req, startedMs }) {
      const { isGranted, used } = counter.take(remoteAddress(req, hops), windows, startedMs);
      if (!isGranted) throw refusal(windows, used, startedMs);
    },
    assertBelow({ req, startedMs }) {
      const used = counter.used(remoteAddress(req, hops), window, startedMs);
      if (used >= perMinute) throw refusal(windows, [used], startedMs);
    },
  };
}
