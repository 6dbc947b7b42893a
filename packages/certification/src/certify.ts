/** A certification run: puts an application to the test, and says what it did wrong (docs/api/certification.md). */
import { HubError } from '@order-hub/client';
import { checks } from './checks.ts';
import { NoOccasionError, notSeen } from './findings/finding.ts';
import { checkReport, summaryOf, type CheckReport, type Report } from './report/report.ts';
import { awaitReceiver } from './session/await-receiver.ts';
import type { CertifyOptions } from './session/options.ts';
import type { Check, Judge, Run } from './session/run.ts';
import { startRun, type StartedRun } from './session/start-run.ts';

export { checks } from './checks.ts';
export { applicationKinds, type ApplicationKind, type CertifyOptions } from './session/options.ts';
export type { Check } from './session/run.ts';

/** Runs one check. What keeps it from giving an occasion is its finding. */
async function judgeOf(check: Check, run: Run): Promise<Judge> {
  try {
    return await check.act(run);
  } catch (error) {
    if (error instanceof NoOccasionError) return () => notSeen(error.message);
    if (error instanceof HubError) return () => notSeen(`The run could not go on: ${error.message}`);
    throw error;
  }
}

/** Why nothing more can be seen of the application; undefined if it is still there. */
async function findAbsence(run: Run, beganMs: number): Promise<string | undefined> {
  const { journal, times, callback } = run;
  if (!(await awaitReceiver(run))) return `Nothing listens at ${String(callback().url)} any more.`;
  const isSilent = !journal.entries.some((entry) => entry.beganMs >= beganMs);
  if (!isSilent || Date.now() - beganMs < times.patienceMs) return undefined;
  return 'The application does not call any more.';
}

type Judged = { check: Check; judge: Judge };

/** Runs the checks that apply, one after the other. */
async function runChecks({ run, takeCallback }: StartedRun, { kind, onCheck }: CertifyOptions) {
  const judged: Judged[] = [];
  const leftOut: string[] = [];
  for (const check of checks.filter(({ kinds }) => kinds.includes(kind))) {
    await takeCallback();
    if (check.isAboutPushes && run.callback().url === null) {
      leftOut.push(check.id);
      continue;
    }
    onCheck?.(check);
    const beganMs = Date.now();
    const judge = await judgeOf(check, run);
    judged.push({ check, judge });
    const isFirst = judged.length === 1;
    const isUseless = isFirst && judge().verdict !== 'passed';
    const absence = isUseless ? `The application takes no orders: see ${check.id}.` : await findAbsence(run, beganMs);
    if (absence !== undefined) run.giveUp(absence);
  }
  return { judged, leftOut };
}

/** `docs/api/events.md#signature` as the hub serves it. */
const guideAt = (hubUrl: string, guide: string) =>
  `${new URL(hubUrl).origin}/docs/${guide.replace(/^docs\/api\/(.+)\.md/, '$1')}`;

function eventsOf(run: Run): Report['events'] {
  const { url, events } = run.callback();
  if (url !== null) return 'pushed';
  return Object.keys(events).length > 0 ? 'polled' : 'none';
}

/**
 * Runs all checks for this kind of application, which must be told to call the address that `onReady` gets. Throws the reason
 * of `signal` when that aborts.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const { kind, hubUrl } = options;
  const began_at = new Date().toISOString();
  const started = await startRun(options);
  const { run } = started;
  options.onReady?.(started.url);
  let warning: string | undefined;
  let reports: CheckReport[] = [];
  let left_out: string[] = [];
  try {
    // A website calls when somebody orders.
    if (kind !== 'website') await started.meet();
    const { judged, leftOut } = await runChecks(started, options);
    left_out = leftOut;
    reports = judged.map(({ check, judge }) => checkReport({ ...check, guide: guideAt(hubUrl, check.guide) }, judge()));
  } finally {
    warning = await started.stop();
  }
  return {
    ...{ kind, hub_url: hubUrl, began_at, ended_at: new Date().toISOString(), events: eventsOf(run) },
    ...{ summary: summaryOf(reports), checks: reports, left_out, warnings: warning === undefined ? [] : [warning] },
  };
}
