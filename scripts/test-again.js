/**
 * `node scripts/test-again.js LOG`: runs the test files that failed in the run of `npm test` that LOG holds once more, one
 * after the other, on a machine that has nothing else to do. Prints which of them are flaky, i.e. passed this time. Exits
 * with 1 if one failed again, or if something else than a test file had failed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const log = readFileSync(process.argv[2] ?? '', 'utf8');

/** The failed files, each with the task that ran it. npm prints the task's name before the files of its run. */
function failedFiles() {
  const found = [];
  let task;
  for (const line of log.split('\n')) {
    const [, name, script] = /^> (@order-hub\/[^@]+)@\S+ (\S+)$/.exec(line) ?? [];
    if (name && script) task = { name, script };
    const [, path] = /^FAIL (\S+)/.exec(line) ?? [];
    if (path && task && !found.some((one) => one.path === path && one.name === task.name && one.script === task.script))
      found.push({ ...task, path });
  }
  return found;
}

/** The tasks whose run of jest came to its end: of one that did not, some files may not have run at all. */
function endedTasks() {
  const ended = new Set();
  let task = '';
  for (const line of log.split('\n')) {
    const [, name, script] = /^> (@order-hub\/[^@]+)@\S+ (\S+)$/.exec(line) ?? [];
    if (name && script) task = `${name}#${script}`;
    if (line.startsWith('Ran all test suites')) ended.add(task);
  }
  return ended;
}

/** What turbo says at the end, `@order-hub/e2e#test:direct, …`. */
const failedTasks = () => (/^Failed:\s+(.*)$/m.exec(log)?.[1] ?? '').split(',').map((task) => task.trim());

// Such a statement would not run again with the files that failed (packages/testing/src/accounts/check-accounts.ts).
if (/^without account: /m.test(log)) {
  console.error('A store query lacks the account');
  process.exit(1);
}

const files = failedFiles();
const ended = endedTasks();
const isExplained = (task) => ended.has(task) && files.some(({ name, script }) => `${name}#${script}` === task);
const unexplained = failedTasks().filter((task) => !isExplained(task));
if (files.length === 0 || unexplained.length > 0) {
  console.error(`Not the failure of a test file: ${unexplained.join(', ')}`);
  process.exit(1);
}

let failures = 0;
for (const { name, script, path } of files) {
  const command = ['run', script, '-w', name, '--', '--runTestsByPath', path];
  const passed = spawnSync('npm', command, { stdio: 'inherit' }).status === 0;
  console.log(passed ? `FLAKY: ${name} ${script} ${path}` : `FAILED TWICE: ${name} ${script} ${path}`);
  if (!passed) failures += 1;
}
process.exit(failures === 0 ? 0 : 1);
