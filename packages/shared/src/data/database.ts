/**
 * The database of a service: one schema, one pool. pg runs every statement; knex builds dynamic statements, and runs the
 * migrations (migrate.ts) (docs/decisions/0004-pg-runs-knex-builds.md).
 */
import knexPackage, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import { inChildSpan } from '../tracing/span.ts';

export type Database = pg.Pool;

/** The first argument of a store function: the pool, or the client of a transaction. */
export type Queryable = pg.Pool | pg.PoolClient;

/** Builds dynamic statements; run them with `runQuery`. */
export const queryBuilder = knexPackage({ client: 'pg' });

// bigint and numeric are read as strings, timestamps as Date, JSON columns as text that is sent as it is.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.JSON, (text) => text);

/**
 * `statementMs`: how long PostgreSQL lets a statement run. `silenceMs`: how long a statement may go without an answer;
 * longer than `statementMs`.
 */
type DatabaseOptions = {
  url: string;
  schema: string;
  poolSize?: number;
  statementMs?: number;
  silenceMs?: number;
  log?: Log;
};

/** Opens the pool. Connects at the first query, which fails while the database is unavailable. */
export function openDatabase({ url, schema, log, ...options }: DatabaseOptions): Database {
  const { poolSize = 10, statementMs = 5_000, silenceMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 3_000,
    // A connection to a host that is gone can stay silent for minutes.
    query_timeout: silenceMs,
    options: `-c search_path=${schema} -c statement_timeout=${statementMs} -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000`,
    application_name: schema,
  });
  // Without these listeners, the failure of a connection (a restarted server) would end the process. The next query reconnects.
  pool.on('error', (error) => log?.warn({ reason: error.message }, 'database connection lost'));
  // The pool listens only to idle connections. One in use fails its query, which tells whoever uses it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Connects outside the pool, with the pool's settings, for a lock that ends with its connection. Calls `onEnd` when the
 * connection breaks or ends, but not when there was none. Throws while the database is unavailable.
 */
export async function connectBeside(db: Database, onEnd: () => void): Promise<pg.Client> {
  const { password, ssl } = db.options;
  // The spread does not copy these two: the pool makes them non-enumerable.
  const client = new pg.Client({ ...db.options, password, ssl, keepAlive: true, query_timeout: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client.on('error', onEnd).on('end', onEnd);
}

/** Errors before the `commit`: PostgreSQL has rolled back, or will when it notices that the connection is broken. */
const rolledBack = new WeakSet();

const spanAttributes = { 'db.system.name': 'postgresql' };

/** Runs `work` in a transaction. Removes a client that cannot roll back from the pool. */
export const transaction = <Result>(db: Database, work: (trx: pg.PoolClient) => Promise<Result>): Promise<Result> =>
  inChildSpan('transaction', spanAttributes, () => runTransaction(db, work));

async function runTransaction<Result>(db: Database, work: (trx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const trx = await db.connect();
  let broken: Error | undefined;
  try {
    await trx.query('begin');
    const result = await work(trx).catch((error: unknown) => {
      if (error instanceof Error) rolledBack.add(error);
      throw error;
    });
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

/** Those after which the statement may have been carried out. */
const brokenStatement = /^(Connection terminated(?! due to connection timeout)|Query read timeout|read E|write E)/;

/**
 * Whether the database is at fault, not the request: unavailable, shutting down, overloaded, read-only, a lock timeout or a
 * deadlock. The request may be repeated, unless `isOutcomeUnknown`.
 */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (outageErrors.has(code) || (code.length === 5 && outageCodes.test(code))))
    return true;
  return typeof message === 'string' && brokenConnection.test(message);
}

/**
 * Whether an outage struck while a statement ran, so that its effects may be stored: the connection broke, or stayed silent.
 * In a transaction that is known, except of the `commit`. An error that PostgreSQL reports has no effects.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && isOutage(error) && !rolledBack.has(error) && brokenStatement.test(error.message);

/** Whether the database refused the statement itself: it stored nothing, and would refuse it again. */
export const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !isOutage(error);

/** Whether `error` is a violation of the unique index or constraint `name`. */
export const violates = (error: unknown, name: string) =>
  (error as { code?: string }).code === '23505' && (error as { constraint?: string }).constraint === name;
