import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { listApplied } from '@order-hub/shared/migrate';
import { startPostgres } from '@order-hub/testing/postgres';

const command = fileURLToPath(new URL('../dist/src/migrate.js', import.meta.url));
const run = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, [command], { env, encoding: 'utf8' });

const postgres = await startPostgres();
afterAll(() => postgres.stop());

test('npm run migrate brings every schema up to date, and may be repeated', async () => {
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' };
  const first = run(env);
  expect([first.status, first.stderr]).toEqual([0, '']);
  for (const schema of ['auth', 'orders', 'catalog', 'customers', 'events']) {
    expect((await listApplied(postgres.url, schema)).length).toBeGreaterThan(5);
    expect(first.stdout).toContain(`"schema":"${schema}","msg":"the schema is up to date"`);
  }
  expect(run(env)).toMatchObject({ status: 0, stdout: expect.not.stringContaining('"msg":"migrated"') });
}, 360_000);

test('it names the database that is missing', () => {
  const { status, stderr } = run({ AUTH_DATABASE_URL: postgres.url });
  expect([status, stderr]).toEqual([1, 'ORDERS_DATABASE_URL is missing, and so is DATABASE_URL\n']);
});
