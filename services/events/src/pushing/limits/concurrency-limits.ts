/**
 * How many attempts may be in flight, so that receivers that do not answer take nothing from those that do
 * (docs/api/events.md#slow-receivers).
 *
 * Each callback has a limit of its own, which holds over all processes. It starts at 4. A prompt answer raises it by one; a
 * failure halves it, down to one. So a receiver that is unavailable gets one event at a time, as a probe, which stands for the
 * other events that are due (giving-up/failed-probe.ts).
 *
 * A callback is quick while its last attempt was answered promptly, and slow otherwise; a new one is slow. Quick and slow
 * ones share the attempts of a process, but the slow ones get at most half of them. Each client, account and host has
 * limits, too.
 */

/** The most attempts of one callback. */
export const callbackLimitMax = 32;

/** An answer within this time is prompt. */
export const promptMs = 2_000;

/** The most attempts of a process. */
export const inFlightMax = 1_000;

/** The most attempts of a process to slow callbacks. */
export const slowInFlightMax = 500;

export type Pace = 'quick' | 'slow';
export type OwnerType = 'client' | 'account' | 'host';

/** The most attempts of one client, account or host in a process. Many clients may share one host. */
export const ownerLimits: Record<Pace, Record<OwnerType, number>> = {
  quick: { client: 256, account: 256, host: 512 },
  slow: { client: 64, account: 64, host: 128 },
};

/** What an attempt shows about its receiver. */
export type Responsiveness = 'prompt' | 'late' | 'failed';
