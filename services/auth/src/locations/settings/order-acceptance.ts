import { invalid } from '@order-hub/shared/errors';

/** How a location accepts orders (docs/api/locations.md#order-acceptance). With `resume_at` null only an update changes it. */
export type OrderAcceptance =
  | { mode: 'normal' }
  | { mode: 'busy'; resume_at: Date | null; extra_preparation_time: number }
  | { mode: 'paused'; resume_at: Date | null; reason: string | null };

export const resumeAtOf = (acceptance: OrderAcceptance): Date | null =>
  acceptance.mode === 'normal' ? null : acceptance.resume_at;

/** Throws 422 for a `resume_at` that is not in the future. */
export function assertResumesLater(acceptance: OrderAcceptance, now: Date): void {
  const resume_at = resumeAtOf(acceptance);
  if (resume_at && resume_at <= now) throw invalid('order_acceptance.resume_at', 'too_early', 'must be in the future');
}
