/**
 * Limits what the requests of a payer cost (docs/api/limits.md#cost): a token bucket of processor time. The cost of a request
 * is known when it has ended, so a payer whose bucket is empty is refused until time has refilled it.
 * Hot: runs for every request. Benchmark: `npm run bench -- gateway`.
 */
import { tooManyRequests } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { LRUCache } from 'lru-cache';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { type Bucket, type BucketSize, charge, lower, newBucket, refill, secondsUntilPaid } from './bucket.ts';
import { payerOf, payerParts, type PayerKind } from './payer.ts';
import { addUsage, newUsage, totalsOf, type Amounts, type Usage } from './usage.ts';

/** What a request costs besides the time that its service reports: the gateway's work, the database's, the events. */
const requestMs = 1;
/** For each MiB of a request or a response: the gateway forwards it, and databases and networks carry it. */
const msPerMebibyte = 10;
const mebibyte = 1_048_576;

/**
 * `payersMax`: how many payers are remembered; those whose last request is oldest are forgotten first. One takes about 1 kB.
 * `hops`: the number of our own proxies in front.
 */
export type CostLimits = BucketSize & { payersMax: number; hops: number };

/** The bytes of a request and its response, heads included. */
export type Traffic = { bytesIn: number; bytesOut: number };

export type PayerUsage = { kind: PayerKind; id: string; minute: Amounts; hour: Amounts };

export type CostLimit = {
  /** The step that finds the payer of a request. Throws too_many_requests while its bucket is empty. */
  limitCost: GatewayStep;
  /** Charges a request that has ended. */
  charge(request: PublicRequest, traffic: Traffic, nowMs: number): void;
  /** Notes what a payer has left, with what it spent at other gateways. */
  lower(payer: string, leftMs: number, nowMs: number): void;
  /** The payers of the last hour whose requests cost most, at most `count`. */
  listUsage(count: number, nowMs: number): PayerUsage[];
};

const refusal = (secondsPerMinute: number, wait: number) =>
  tooManyRequests(
    `These requests cost more than ${secondsPerMinute} seconds of processor time a minute; repeat them in ${wait} seconds`,
    {
      'Retry-After': String(wait),
      'RateLimit-Policy': `"cost";q=${secondsPerMinute * 1_000};qu="milliseconds";w=60`,
      RateLimit: `"cost";r=0;t=${wait}`,
    },
    'cost',
  );

/** A refused request pays for its bytes alone, so that a client that tries again does not stay refused. */
function amountsOf({ res, costMs }: PublicRequest, { bytesIn, bytesOut }: Traffic): Amounts {
  const isRefused = res.statusCode === 429;
  const bytesMs = ((bytesIn + bytesOut) / mebibyte) * msPerMebibyte;
  return {
    requests: 1,
    refused: isRefused ? 1 : 0,
    bytes_in: bytesIn,
    bytes_out: bytesOut,
    cost_ms: bytesMs + (isRefused ? 0 : requestMs + costMs),
  };
}

/** A bucket, and what was used. `warnedMinute`: when the last refusal was logged. */
type PayerAccount = Bucket & { usage: Usage; warnedMinute: number };

/** One line per payer and minute. */
function warn(account: PayerAccount, payer: string, { requestId, startedMs }: PublicRequest, log: Log): void {
  const minute = Math.floor(startedMs / 60_000);
  if (minute === account.warnedMinute) return;
  account.warnedMinute = minute;
  const { kind, id } = payerParts(payer);
  log.warn({ payer: kind, payer_id: id, request_id: requestId }, 'refused for the cost of its requests');
}

/** What a request was charged, to tell the other gateways. */
type OnCharge = (payer: string, ms: number) => void;

/** Keeps the buckets in this process: unless `onCharge` tells the other gateways, each of them grants the full limit. */
export function openCostLimit({ hops, payersMax, ...size }: CostLimits, log: Log, onCharge?: OnCharge): CostLimit {
  const accounts = new LRUCache<string, PayerAccount>({ max: payersMax });

  function accountOf(payer: string, nowMs: number): PayerAccount {
    const known = accounts.get(payer);
    if (known) return known;
    const account = { ...newBucket(size, nowMs), usage: newUsage(), warnedMinute: 0 };
    accounts.set(payer, account);
    return account;
  }

  return {
    limitCost(request) {
      const { startedMs } = request;
      const payer = payerOf(request, hops);
      request.payer = payer;
      const account = accountOf(payer, startedMs);
      refill(account, size, startedMs);
      if (account.left > 0) return;
      warn(account, payer, request, log);
      throw refusal(size.perMinute / 1_000, secondsUntilPaid(account, size));
    },
    charge(request, traffic, nowMs) {
      const payer = request.payer ?? payerOf(request, hops);
      const account = accountOf(payer, nowMs);
      const amounts = amountsOf(request, traffic);
      charge(account, size, { spent: amounts.cost_ms, nowMs });
      addUsage(account.usage, amounts, nowMs);
      onCharge?.(payer, amounts.cost_ms);
    },
    lower(payer, leftMs, nowMs) {
      const account = accounts.peek(payer);
      if (account) lower(account, size, { left: leftMs, nowMs });
    },
    listUsage(count, nowMs) {
      const all = [...accounts].map(([payer, { usage }]) => ({ ...payerParts(payer), ...totalsOf(usage, nowMs) }));
      const used = all.filter(({ hour }) => hour.requests > 0);
      return used.sort((a, b) => b.hour.cost_ms - a.hour.cost_ms).slice(0, count);
    },
  };
}
