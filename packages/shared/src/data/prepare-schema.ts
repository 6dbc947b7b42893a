import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../process/settings/config.ts';
import type { Log } from '../process/log.ts';
import { isOutage } from './database.ts';
import { listApplied, migrate } from './migrate.ts';
import { findMisfit, type SchemaTerms } from './migration.ts';

const retryMs = 1_000;

type SchemaUse = SchemaTerms & { url: string; schema: string; migratesOnStart: boolean; log: Log };

/** Why the schema cannot be used yet; undefined once it can. Throws ConfigError when this release is too old for it. */
async function findHindrance(use: SchemaUse): Promise<string | undefined> {
  const { url, schema } = use;
  try {
    if (use.migratesOnStart) await migrate(use, use.log);
    const misfit = findMisfit(await listApplied(url, schema), use);
    if (misfit && !misfit.isTooOld)
      throw new ConfigError(
        `This release does not run on the schema ${schema}: ${misfit.reason}. Run the newer release.`,
      );
    return misfit && `the schema must be migrated (docs/upgrade.md): ${misfit.reason}`;
  } catch (error) {
    if (!isOutage(error)) throw error;
    return (error as Error).message;
  }
}

/**
 * Waits until the database is available and its schema fits this release; migrates it first if told. Logs once what it waits
 * for. Throws ConfigError when this release is too old for the schema.
 */
export async function prepareSchema(use: SchemaUse): Promise<void> {
  for (let logged: string | undefined; ;) {
    const reason = await findHindrance(use);
    if (reason === undefined) return;
    if (reason !== logged) use.log.warn({ schema: use.schema, reason }, 'waiting for the database');
    logged = reason;
    await sleep(retryMs);
  }
}
