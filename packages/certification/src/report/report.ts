/** What a run has found. Pure. */
import type { Verdict } from '../findings/finding.ts';
import type { Entry } from '../journal/entry.ts';
import type { ApplicationKind } from '../session/options.ts';

/** One line of evidence. `body`: what was sent, cut. */
export type ReportedEntry = {
  at: string;
  direction: 'call' | 'push';
  what: string;
  body: string;
  /** Null without an answer. */
  status: number | null;
  answered_by: 'hub' | 'run' | 'application';
  fault: string | null;
};

export type CheckReport = {
  id: string;
  title: string;
  done: string;
  expected: string;
  guide: string;
  verdict: Verdict;
  seen: string;
  requests: ReportedEntry[];
  /** How many requests are left out. */
  more_requests: number;
};

export type Report = {
  kind: ApplicationKind;
  hub_url: string;
  began_at: string;
  ended_at: string;
  /** How the application gets its events. */
  events: 'pushed' | 'polled' | 'none';
  summary: { passed: number; failed: number; not_seen: number };
  checks: CheckReport[];
  /** Checks of pushed events, of an application that polls. */
  left_out: string[];
  /** What the run could not undo. */
  warnings: string[];
};

const entriesMax = 20;
const bodyChars = 300;

function answererOf({ direction, answeredBy }: Entry) {
  return direction === 'push' ? 'application' : (answeredBy ?? 'hub');
}

/** An entry as evidence. The tokens and signatures of its headers are not in it. */
export function reportedEntry(entry: Entry): ReportedEntry {
  const { direction, method, path, label, beganMs, status = 0, fault } = entry;
  return {
    at: new Date(beganMs).toISOString(),
    direction,
    what: direction === 'push' ? (label ?? '') : `${method} ${path}`,
    body: direction === 'push' ? '' : entry.body.slice(0, bodyChars),
    status: status === 0 ? null : status,
    answered_by: answererOf(entry),
    fault: fault ?? null,
  };
}

export function checkReport(
  { id, title, done, expected, guide }: Pick<CheckReport, 'id' | 'title' | 'done' | 'expected' | 'guide'>,
  { verdict, seen, entries }: { verdict: Verdict; seen: string; entries: readonly Entry[] },
): CheckReport {
  const requests = entries.slice(0, entriesMax).map(reportedEntry);
  return { id, title, done, expected, guide, verdict, seen, requests, more_requests: entries.length - requests.length };
}

export function summaryOf(reports: readonly CheckReport[]): Report['summary'] {
  const count = (verdict: Verdict) => reports.filter((report) => report.verdict === verdict).length;
  return { passed: count('passed'), failed: count('failed'), not_seen: count('not seen') };
}

/** Whether the application may be certified. `strict`: everything must have been seen. */
export const isCertified = ({ summary: { failed, not_seen } }: Report, { strict = false } = {}) =>
  failed === 0 && (!strict || not_seen === 0);
