/**
 * `npm run migrate`: migrates the schema of every service with data, one after another, each with the process of its own
 * image. The database is that of `<SERVICE>_DATABASE_URL`, such as `ORDERS_DATABASE_URL`, or else of `DATABASE_URL`.
 */
import { spawnSync } from 'node:child_process';
import { ConfigError } from '@order-hub/shared/config';
import { databasesOf } from './config.ts';
import { builtFile } from './services/service-process.ts';

const { env } = process;
try {
  for (const { service, url: DATABASE_URL } of databasesOf(env)) {
    const { status } = spawnSync(process.execPath, [builtFile(service, 'migrate.js')], {
      env: { ...env, DATABASE_URL },
      stdio: 'inherit',
    });
    if (status !== 0) throw new ConfigError(`${service} could not be migrated; those after it were left alone`);
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
