/**
 * `npm test`: builds, starts one PostgreSQL for the whole run, and runs the tests of all packages. The tests of whole hubs
 * (`e2e`) take longest and wait most: they run in two lanes, beside the other packages in turn.
 */
import { spawnSync } from 'node:child_process';
import { runAll } from './run-all.js';
import { root } from './workspaces.js';

const startedAt = performance.now();

const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

// Imported only now: it is one of the packages that were built.
const { startPostgres } = await import('@order-hub/testing/postgres');
const { url, log, stop } = await startPostgres();

const flags = '--concurrency=1 --continue --env-mode=loose --log-order=grouped --log-prefix=none';
const env = {
  TEST_DATABASE_URL: url,
  ...(log !== undefined && { TEST_DATABASE_LOG: log }),
  TURBO_TELEMETRY_DISABLED: '1',
};

const lanes = [
  { name: 'whole hubs', command: `turbo run test:shared --filter=@order-hub/e2e ${flags}`, env },
  { name: 'hubs that are killed', command: `turbo run test:own test:rabbitmq --filter=@order-hub/e2e ${flags}`, env },
  { name: 'every other package', command: `turbo run test --filter=!@order-hub/e2e ${flags}`, env },
];

const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

function report({ name, isPassed }) {
  console.log(`${isPassed ? '✔' : '✖'} ${name} (${seconds()} s)`);
}

const show = (part) => void process.stdout.write(part);

try {
  const arePassed = await runAll(lanes, { atOnce: lanes.length, report, show });
  process.exitCode = arePassed ? 0 : 1;
} finally {
  await stop();
}
