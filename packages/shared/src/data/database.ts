/**
 * The database of a service: one schema, one pool. pg runs every statement; knex runs the migrations and builds dynamic
 * statements (docs/decisions/0004-pg-runs-knex-builds.md).
 */
import knexPackage, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../process/log.ts';

export type Database = pg.Pool;

/** The first argument of a store function: the pool, or the client of a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

export type Migration = { name: string; up: string; down: string };

/** Builds dynamic statements; run them with `runQuery`. */
export const queryBuilder = knexPackage({ client: 'pg' });

// bigint and numeric are read as strings, timestamps as Date, JSON columns as text that is sent as it is.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.JSON, (text) => text);

/** `silenceMs`: how long a statement may go without an answer; longer than PostgreSQL lets it run. */
type DatabaseOptions = { url: string; schema: string; poolSize?: number; silenceMs?: number; log?: Log };

/** Opens the pool. Connects at the first query, which fails while the database is unavailable. */
export function openDatabase({ url, schema, poolSize = 10, silenceMs = 10_000, log }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 3_000,
    // A connection to a host that is gone can stay silent for minutes.
    query_timeout: silenceMs,
    options: `-c search_path=${schema} -c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000`,
    application_name: schema,
  });
  // Without a listener, the failure of an idle connection (a restarted server) would end the process. The next query reconnects.
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'database connection lost'));
  return pool;
}

/**
 * Connects outside the pool, with the pool's settings, for a lock that ends with its connection. Calls `onEnd` when the
 * connection breaks or ends. Throws while the database is unavailable.
 */
export async function connectBeside(db: Database, onEnd: () => void): Promise<pg.Client> {
  const { password, ssl } = db.options;
  // The spread does not copy these two: the pool makes them non-enumerable.
  const client = new pg.Client({ ...db.options, password, ssl, keepAlive: true, query_timeout: 10_000 });
  client.on('error', onEnd);
  client.on('end', onEnd);
  await client.connect();
  return client;
}

/** Runs `work` in a transaction. Removes a client that cannot roll back from the pool. */
export async function transaction<Result>(
  db: Database,
  work: (trx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const trx = await db.connect();
  let broken: Error | undefined;
  try {
    await trx.query('begin');
    const result = await work(trx);
    await trx.query('commit');
    return result;
  } catch (error) {
    await trx.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    trx.release(broken);
  }
}

/** Runs a statement built with `queryBuilder`. */
export async function runQuery<Row extends pg.QueryResultRow>(db: Queryable, query: Knex.QueryBuilder): Promise<Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return (await db.query<Row>(sql, bindings as unknown[])).rows;
}

// 57014: the statement timed out, which can happen to any statement of a busy database.
const outageCodes = /^(08|53|57P|58)|^(25006|40001|40P01|55P03|57014)$/;
const outageErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** pg's messages for failed connections; these errors have no code. */
const brokenConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;

/**
 * Whether the database is at fault, not the request: unavailable, shutting down, overloaded, read-only, a lock timeout or a
 * deadlock. The request may be repeated.
 */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (outageErrors.has(code) || (code.length === 5 && outageCodes.test(code))))
    return true;
  return typeof message === 'string' && brokenConnection.test(message);
}

/** Whether the database refused the statement itself: it stored nothing, and would refuse it again. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !isOutage(error);

/** Whether `error` is a violation of the unique index or constraint `name`. */
export const violates = (error: unknown, name: string) =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === name;

function migrationSource(migrations: readonly Migration[]): Knex.MigrationSource<Migration> {
  return {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: ({ name }) => name,
    getMigration: ({ up, down }) =>
      Promise.resolve({ up: (knex: Knex) => knex.raw(up), down: (knex: Knex) => knex.raw(down) }),
  };
}

/** The oldest PostgreSQL on which every migration runs. */
const oldestMajor = 17;

async function assertServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  );
  const [{ major, version, encoding } = { major: 0, version: '', encoding: '' }] = rows;
  if (major < oldestMajor)
    throw new Error(`The hub needs PostgreSQL ${oldestMajor} or later; this server is ${version}`);
  if (encoding !== 'UTF8') throw new Error(`The hub needs a database in UTF8; this one is in ${encoding}`);
}

type MigrateOptions = { url: string; schema: string; migrations: readonly Migration[] };

/** A knex instance that migrates `schema`. Destroy it after use. */
export function migrator({ url, schema, migrations }: MigrateOptions): Knex {
  return knexPackage({
    client: 'pg',
    connection: url,
    searchPath: [schema],
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: migrationSource(migrations), schemaName: schema, tableName: 'migrations' },
  });
}

/**
 * Migrates `schema` to the newest migration, one process at a time. Throws when the server is too old, or when a newer
 * release has migrated the schema: then its migrations table has names that this release does not know.
 */
export async function migrate(url: string, schema: string, migrations: readonly Migration[]): Promise<void> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  const knex = migrator({ url, schema, migrations });
  try {
    await assertServer(guard);
    // knex's own lock survives a killed process; this one ends with the connection.
    await guard.query(`select pg_advisory_lock(hashtext('migrate:' || $1))`, [schema]);
    // The role of a service may not create schemas, and PostgreSQL would refuse even `if not exists`.
    const { rowCount } = await guard.query('select from pg_namespace where nspname = $1', [schema]);
    if (rowCount === 0) await guard.query(`create schema ${guard.escapeIdentifier(schema)}`);
    await knex.migrate.forceFreeMigrationsLock();
    await knex.migrate.latest();
  } catch (error) {
    if (/migration directory is corrupt/.test((error as Error).message)) {
      throw new Error(`The schema ${schema} was migrated by a newer release; run that one`, { cause: error });
    }
    throw error;
  } finally {
    await knex.destroy();
    await guard.end();
  }
}
