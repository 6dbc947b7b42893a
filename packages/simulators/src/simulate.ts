/** A till and a website that run in this process, until their signal aborts. For tests, demos and the command line. */
import { HubError, type Client } from '@order-hub/client';
import type { Say } from './say.ts';
import {
  changePrices,
  changeStock,
  newTill,
  nextTillTime,
  openTill,
  tillSettings,
  visitTill,
  type TillSettings,
} from './till/visit-till.ts';
import {
  newWebsite,
  nextWebsiteTime,
  visitWebsite,
  websiteSettings,
  type WebsiteSettings,
} from './website/visit-website.ts';

/** `hub`: a connection to the location, with `orders.write` at least. `pollSeconds`: the longest pause; 5 by default. */
type Common = { hub: Client; signal: AbortSignal; say?: Say; pollSeconds?: number };

export type SimulatedTill = {
  /** Changes all prices by a percentage. Throws HubError. */
  changePrices(percent: number): Promise<void>;
  /** Sets the stock of a sku or option; null: unlimited. Throws HubError. */
  changeStock(change: { ref: string; stock: string | null }): Promise<void>;
  /** How it behaves towards orders that arrive from now on. */
  settings: TillSettings;
  /** Resolves after the signal, or rejects with an error that cannot pass: the connection has ended. */
  ended: Promise<void>;
};

const silent: Say = () => undefined;
const shortestMs = 250;
const longestRestMs = 60_000;

/** Waits, at most until the signal. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** The hub may work again later: it is busy, away, or counts too many requests. */
const mayPass = (error: unknown): error is HubError =>
  error instanceof HubError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** What a visit leaves: until when nothing has to be done, and why it failed. */
type Visited = { nextAt: number | undefined; error?: unknown };

/** How long to rest after a visit that failed; 0 after one that did not. Throws an error that cannot pass. */
function failureRestMs(error: unknown, say: Say): number {
  if (error === undefined) return 0;
  if (!mayPass(error)) throw error as Error;
  say(`The hub does not do it now: ${error.message}`);
  return Math.min((error.retryAfterSeconds ?? 1) * 1_000, longestRestMs);
}

/** Visits again and again. Rejects with an error that cannot pass. */
async function repeat(visit: () => Promise<Visited>, { signal, say = silent, pollSeconds = 5 }: Common): Promise<void> {
  while (!signal.aborted) {
    const { nextAt = Infinity, error } = await visit();
    const failedMs = failureRestMs(error, say);
    const restMs = Math.min(pollSeconds * 1_000, Math.max(shortestMs, nextAt - Date.now()));
    await rest(Math.max(failedMs, restMs), signal);
  }
}

/** A till that polls its events every few seconds, and does to orders what they or its settings say. */
export function simulateTill(options: Common & { settings?: Partial<TillSettings> }): SimulatedTill {
  const { hub, say = silent } = options;
  const settings = { ...tillSettings, ...options.settings };
  let remembered = newTill;
  async function run(): Promise<void> {
    await openTill(hub);
    await repeat(async () => {
      const { state, error } = await visitTill(hub, remembered, { settings, now: new Date(), say });
      remembered = state;
      return { nextAt: nextTillTime(state), error };
    }, options);
  }
  return {
    settings,
    changePrices: (percent) => changePrices(hub, percent),
    changeStock: (change) => changeStock(hub, change),
    ended: run(),
  };
}

/** A website whose customers order from the menu of the moment. Resolves after the signal; rejects as `ended` of a till. */
export async function simulateWebsite(options: Common & { settings?: Partial<WebsiteSettings> }): Promise<void> {
  const { hub, say = silent } = options;
  const settings = { ...websiteSettings, ...options.settings };
  let remembered = newWebsite;
  await repeat(async () => {
    const { state, error } = await visitWebsite(hub, remembered, { settings, now: new Date(), say });
    remembered = state;
    return { nextAt: nextWebsiteTime(state, settings), error };
  }, options);
}
