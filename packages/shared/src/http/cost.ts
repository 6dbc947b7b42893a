/**
 * What a request cost, as its service reports it to the gateway (docs/decisions/0046-admission-by-cost.md). Measures the
 * synchronous work that dominates: reading and checking the body, the handler up to its first wait, rendering the reply.
 */
import type { ServerResponse } from 'node:http';
import type { Cost } from '../tokens/caller.ts';
import { noted } from './noted.ts';

/** The header of a response that has the milliseconds of processor time. The gateway reads and drops it. */
export const costHeader = 'X-Hub-Cost';

/** Less than this many milliseconds are not reported: the gateway charges each request a base that covers them. */
const reportedMsMin = 0.5;

const costs = noted<ServerResponse, Cost>('cost');

/** The cost so far of the request that this response answers. */
export function costOf(res: ServerResponse): Cost {
  const known = costs.get(res);
  if (known) return known;
  const cost: Cost = { ms: 0 };
  costs.set(res, cost);
  return cost;
}

/** Runs synchronous work, and adds the time that it took to the cost, even if it throws. */
export function timed<Result>(cost: Cost, work: () => Result): Result {
  const startedMs = performance.now();
  try {
    return work();
  } finally {
    cost.ms += performance.now() - startedMs;
  }
}

/** Sets the header with the cost so far. Call it before the head of the response is sent. */
export function reportCost(res: ServerResponse): void {
  const ms = costs.get(res)?.ms ?? 0;
  if (ms >= reportedMsMin && !res.headersSent) res.setHeader(costHeader, ms.toFixed(1));
}
