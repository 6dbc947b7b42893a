import type { CallOptions } from './methods.ts';
import type { SendOptions } from './send.ts';

/** How requests are sent. */
export type SendSettings = {
  /** How often a call is sent again; 4 by default, 0 for never. */
  maxRetries?: number;
  /** A longer `Retry-After` throws at once; 60 by default. */
  maxWaitSeconds?: number;
  /** For one attempt, in milliseconds; 30,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Sees each response, for instance its `RateLimit`. Must not read the body. */
  onResponse?: (response: Response) => void;
};

/** The settings with their defaults, and what one call chooses instead. */
export function sendOptionsOf(settings: SendSettings, call: CallOptions): SendOptions {
  return {
    maxRetries: call.maxRetries ?? settings.maxRetries ?? 4,
    maxWaitSeconds: settings.maxWaitSeconds ?? 60,
    timeoutMs: call.timeoutMs ?? settings.timeoutMs ?? 30_000,
    signal: call.signal,
    // A bare reference would be called with a wrong `this` in browsers.
    fetch: settings.fetch ?? ((...args) => fetch(...args)),
    onResponse: settings.onResponse,
  };
}
