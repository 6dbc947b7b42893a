/**
 * `npm run check -- alerts`: each alert has a section in the runbook and a test in which it keeps silent and then fires;
 * promtool, found in PROMTOOL or PATH, checks the rules and the queries of the dashboard, and runs these tests. Without
 * promtool this fails in CI only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './workspaces.js';

const folder = join(root, 'deploy/prometheus');
const rulesOf = (name) => parse(readFileSync(join(folder, name), 'utf8'));

const alerts = rulesOf('alerts.yml').groups.flatMap(({ rules }) => rules);
const tests = rulesOf('alerts.test.yml').tests.flatMap(({ alert_rule_test }) => alert_rule_test);
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

/** What an operator reads in a section. */
const parts = ['**Means.**', '**Look at.**', '**Do.**'];

function runbookFaults({ alert }) {
  const [, section] = runbook.split(new RegExp(`^## ${alert}$`, 'm'));
  if (section === undefined) return [`docs/runbook.md has no section ## ${alert}`];
  const [text] = section.split(/^## /m);
  return parts.filter((part) => !text.includes(part)).map((part) => `docs/runbook.md: ${alert} does not say ${part}`);
}

function testFaults({ alert }) {
  const own = tests.filter(({ alertname }) => alertname === alert);
  const silent = own.some(({ exp_alerts }) => exp_alerts.length === 0);
  const fires = own.some(({ exp_alerts }) => exp_alerts.length > 0);
  return silent && fires ? [] : [`alerts.test.yml does not show that ${alert} keeps silent, and that it fires`];
}

function ruleFaults({ alert, labels, annotations }) {
  const faults = [];
  if (!['page', 'ticket'].includes(labels?.severity)) faults.push(`${alert}: the severity must be page or ticket`);
  if (annotations?.runbook !== `docs/runbook.md#${alert.toLowerCase()}`)
    faults.push(`${alert} names no runbook section`);
  if (!annotations?.summary) faults.push(`${alert} has no summary`);
  return faults;
}

const names = new Set(alerts.map(({ alert }) => alert));
const headings = [...runbook.matchAll(/^## (Hub\w+)$/gm)].map(([, name]) => name);
const stale = headings.filter((name) => !names.has(name)).map((name) => `docs/runbook.md: there is no alert ${name}`);

/** Runs promtool in the folder of the rules. Returns its output if it fails, undefined if there is no promtool. */
function promtool(...args) {
  const { error, status, stdout, stderr } = spawnSync(process.env.PROMTOOL || 'promtool', args, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error?.code === 'ENOENT') return undefined;
  return status === 0 ? [] : [`promtool ${args.join(' ')}:\n${stdout}${stderr}`];
}

/** The queries of the dashboard, as rules that promtool can check. */
function dashboardRules() {
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/dashboard.json'), 'utf8'));
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = queries.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  const file = join(mkdtempSync(join(tmpdir(), 'dashboard-')), 'rules.json');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

const missing = process.env.CI === 'true' ? ['promtool is not installed'] : [];
const faults = [
  ...alerts.flatMap((rule) => [...ruleFaults(rule), ...runbookFaults(rule), ...testFaults(rule)]),
  ...stale,
  ...(promtool('check', 'config', 'prometheus.yml') ?? missing),
  ...(promtool('test', 'rules', 'alerts.test.yml') ?? []),
  ...(promtool('check', 'rules', dashboardRules()) ?? []),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
