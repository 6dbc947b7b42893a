/**
 * How many requests of a connection or an account the request log lists (docs/api/requests.md#left-out): a burst, then some each second.
 * Failures have an allowance of their own, so that a flood of successes does not crowd them out; and so have refusals by a rate limit, of
 * which a client can cause any number. Hot: every request takes from two. Benchmark: `npm run bench -- gateway`.
 */

/** How a request ended: well, with an error, or refused with 429. */
export type Ending = 'well' | 'failed' | 'refused';

export const endingOf = (status: number | null): Ending =>
  status === 429 ? 'refused' : status === null || status >= 400 ? 'failed' : 'well';

type Size = { burst: number; perSecond: number };

export type Sizes = Readonly<Record<Ending, Size>>;

export const sizesOfConnection: Sizes = {
  well: { burst: 600, perSecond: 10 },
  failed: { burst: 600, perSecond: 10 },
  refused: { burst: 60, perSecond: 1 },
};

export const sizesOfAccount: Sizes = {
  well: { burst: 3_000, perSecond: 50 },
  failed: { burst: 3_000, perSecond: 50 },
  refused: { burst: 300, perSecond: 5 },
};

/** `left`, of each ending, was right at `refilledMs`. */
export type Allowance = { left: Record<Ending, number>; refilledMs: number };

export const newAllowance = ({ well, failed, refused }: Sizes, nowMs: number): Allowance => ({
  left: { well: well.burst, failed: failed.burst, refused: refused.burst },
  refilledMs: nowMs,
});

const filled = (left: number, { burst, perSecond }: Size, seconds: number) =>
  Math.min(burst, left + seconds * perSecond);

function refill(allowance: Allowance, { well, failed, refused }: Sizes, nowMs: number): void {
  const seconds = (nowMs - allowance.refilledMs) / 1_000;
  if (seconds <= 0) return;
  const { left } = allowance;
  left.well = filled(left.well, well, seconds);
  left.failed = filled(left.failed, failed, seconds);
  left.refused = filled(left.refused, refused, seconds);
  allowance.refilledMs = nowMs;
}

/** Whether one more may be listed at this time. */
export function allows(allowance: Allowance, sizes: Sizes, ending: Ending, nowMs: number): boolean {
  refill(allowance, sizes, nowMs);
  return allowance.left[ending] >= 1;
}

/** Takes one of what is allowed. */
export function take({ left }: Allowance, ending: Ending): void {
  left[ending] -= 1;
}
