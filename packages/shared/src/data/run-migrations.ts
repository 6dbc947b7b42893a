import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, loadConfig, processSettings, serviceSettings } from '../process/settings/config.ts';
import { openLog, type Log } from '../process/log.ts';
import type { ServiceName } from '../process/neighbours.ts';
import { backOffMs } from '../process/slots/waiting.ts';
import { isOutage } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration.ts';

const settings = { DATABASE_URL: serviceSettings.DATABASE_URL, LOG_LEVEL: processSettings.LOG_LEVEL };

/** About five minutes. */
const triesMax = 40;
const pauses = { firstMs: 500, mostMs: 10_000 };

/** Migrates. Retries while a lock cannot be had or the database is unavailable, for some minutes. */
export async function migrateRetrying(options: Parameters<typeof migrate>[0], log: Log): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await migrate(options, log);
      return;
    } catch (error) {
      if (!isOutage(error) || tries === triesMax) throw error;
      log.warn(
        { schema: options.schema, reason: (error as Error).message },
        'the schema cannot be migrated yet: trying again',
      );
      await sleep(backOffMs(tries, pauses));
    }
  }
}

/** The process `migrate.js` of a service: migrates its schema, and ends with 0 once it is done. */
export async function runMigrations(schema: ServiceName, migrations: readonly Migration[]): Promise<void> {
  const { env } = process;
  try {
    const { DATABASE_URL: url, LOG_LEVEL } = loadConfig(settings, env);
    const log = openLog(schema, LOG_LEVEL);
    await migrateRetrying({ url, schema, migrations }, log);
    log.info({ schema }, 'the schema is up to date');
  } catch (error) {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else openLog(schema, 'error').error({ err: error }, 'the schema could not be migrated');
    process.exitCode = 1;
  }
}
