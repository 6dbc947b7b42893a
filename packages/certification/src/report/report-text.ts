/** The report for a terminal. Pure. */
import type { CheckReport, Report, ReportedEntry } from './report.ts';

export { isCertified, type Report } from './report.ts';

const signs = { passed: '✔', failed: '✖', 'not seen': '?' } as const;

const answerers = { hub: '', run: ', by the run', application: '' } as const;

function lineOf({ at, direction, what, body, status, answered_by, fault }: ReportedEntry): string {
  const arrow = direction === 'push' ? '→ push' : '← call';
  const answer = status === null ? `no answer${fault === null ? '' : `: ${fault}`}` : String(status);
  return `    ${at.slice(11, 23)}  ${arrow}  ${[what, body].filter(Boolean).join(' ')}  ${answer}${answerers[answered_by]}`;
}

function detailsOf({ done, expected, guide, seen, requests, more_requests }: CheckReport): string[] {
  return [
    `    Done:     ${done}`,
    `    Expected: ${expected}`,
    `    Seen:     ${seen}`,
    `    Guide:    ${guide}`,
    ...requests.map(lineOf),
    ...(more_requests > 0 ? [`    … and ${more_requests} more`] : []),
    '',
  ];
}

function textOfCheck(check: CheckReport): string[] {
  const { verdict, id, title, seen } = check;
  const first = `${signs[verdict]} ${id}: ${title}`;
  if (verdict === 'failed') return [first, ...detailsOf(check)];
  return [first, `    ${seen}`];
}

/** Failed checks come with what was done, expected and seen. */
export function reportText(report: Report): string {
  const { kind, hub_url, events, summary, checks, left_out, warnings } = report;
  const lines = [
    `Certification of a ${kind} at ${hub_url} (events: ${events})`,
    '',
    ...checks.flatMap(textOfCheck),
    ...(left_out.length > 0 ? ['', `Left out, because no events are pushed: ${left_out.join(', ')}`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
    '',
    `${summary.passed} passed, ${summary.failed} failed, ${summary.not_seen} not seen`,
  ];
  return `${lines.join('\n')}\n`;
}
