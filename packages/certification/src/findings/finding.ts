/** What a check has found. Pure. */
import type { Entry } from '../journal/entry.ts';

export type Verdict = 'passed' | 'failed' | 'not seen';

/** `seen` says in a sentence what the application did; `entries` show it, in order. */
export type Finding = { verdict: Verdict; seen: string; entries: readonly Entry[] };

const found =
  (verdict: Verdict) =>
  (seen: string, entries: readonly Entry[] = []): Finding => ({ verdict, seen, entries });

export const passed = found('passed');
export const failed = found('failed');
export const notSeen = found('not seen');

/** Thrown by what cannot give the application an occasion. Its message says why, and what to pass. */
export class NoOccasionError extends Error {}
