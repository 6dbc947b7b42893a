/** How much an account may store (docs/api/limits.md#quotas). */
import { unprocessable } from './errors.ts';

/** Throws 422, which names the quota and its number, when `wanted` of what it counts would exceed it. */
export function assertWithinQuota(what: string, max: number, wanted: number): void {
  if (wanted <= max) return;
  throw unprocessable(
    `The quota is used up: ${what}, at most ${max.toLocaleString('en')}`,
    `quota_${what.replaceAll(' ', '_')}`,
  );
}
