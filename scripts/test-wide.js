/**
 * `npm run test:wide [-- part …]`: the parts of wide-parts.js, one after the other, all or those named. Notes in
 * docs/wide-runs.md when each last passed and on which commit, and prints a summary at the end.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runAll } from './run-all.js';
import { parts } from './wide-parts.js';
import { root } from './workspaces.js';

const file = join(root, 'docs/wide-runs.md');

const git = (...args) => execFileSync('git', args, { cwd: root }).toString().trim();

/** What was tested: the commit, and whether anything else than this page differs from it. */
function testedCommit() {
  const commit = git('rev-parse', '--short=8', 'HEAD');
  const changed = git('status', '--porcelain', '--', '.', `:!${relative(root, file)}`);
  return changed === '' ? commit : `${commit} with changes`;
}

/** When each part last passed: the cells of its row after what it shows. */
function readRuns() {
  if (!existsSync(file)) return new Map();
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(rows.filter((cells) => cells.length === 5).map(([name, , ...run]) => [name, run]));
}

function writeRuns(runs) {
  const rows = parts.map(({ name, shows }) => [name, shows, ...(runs.get(name) ?? ['never', '–', '–'])]);
  const table = [['part', 'what it shows', 'last passed', 'commit', 'minutes'], Array(5).fill('---'), ...rows];
  const lines = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(
    file,
    `# Wide runs\n\n\`npm run test:wide\` writes this page: when each of its parts last passed. \`npm test\` shows the same guarantees\nin small cases ([guarantees](guarantees.md)).\n\n${lines}\n`,
  );
  spawnSync(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level=warn', file], { stdio: 'inherit' });
}

const minutesSince = (startedAt) => ((performance.now() - startedAt) / 60_000).toFixed(1);

/** Runs a part. Returns `passed`, `failed`, or why it was not run. */
async function runPart({ name, tasks, lacks }) {
  const lacking = lacks?.();
  if (lacking !== undefined) return { name, result: `not run: this machine lacks ${lacking}` };
  console.log(`\n=== ${name}`);
  const [startedAt, commit] = [performance.now(), testedCommit()];
  const report = (task) => console.log(`${task.isPassed ? '✔' : '✖'} ${name}: ${task.name} (${task.seconds} s)`);
  const isPassed = await runAll(tasks(), { atOnce: 1, report, show: (part) => void process.stdout.write(part) });
  const minutes = minutesSince(startedAt);
  if (isPassed) writeRuns(readRuns().set(name, [new Date().toISOString().slice(0, 10), commit, minutes]));
  return { name, result: isPassed ? 'passed' : 'FAILED', minutes };
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const results = [];
for (const part of parts.filter(({ name }) => named.length === 0 || named.includes(name)))
  results.push(await runPart(part));

console.log('');
for (const { name, result, minutes } of results)
  console.log(`${name}: ${result}${minutes === undefined ? '' : ` (${minutes} min)`}`);
process.exitCode = results.some(({ result }) => result === 'FAILED') ? 1 : 0;
