/** The calls that the gateway answers, on its listener for other services. */
import { z } from 'zod';
import { internalCall } from './internal-call.ts';

const amount = z.number();

/** What was used in a window of time. `refused`: answered 429. `cost_ms`: processor time (docs/api/limits.md#cost). */
export const usedAmounts = z.object({
  requests: amount,
  refused: amount,
  bytes_in: amount,
  bytes_out: amount,
  cost_ms: amount,
});

/** Who pays for requests: an account, a user of connections without one, or an address without a connection. */
export const payerKinds = ['account', 'user', 'address'] as const;

export const usageCountMax = 100;

/** What payers used, those whose requests cost most in the last hour first. */
export const listUsage = internalCall('POST /internal/usage', {
  summary: 'How much of the gateway each account used in the last minute and hour',
  to: 'gateway',
  from: ['auth'],
  body: z.object({ count: z.int().min(1).max(usageCountMax) }),
  reply: z.object({
    items: z.array(z.object({ kind: z.enum(payerKinds), id: z.string(), minute: usedAmounts, hour: usedAmounts })),
  }),
  unavailable: 'The gateway does not answer at the moment',
});
