import { setTimeout as sleep } from 'node:timers/promises';
import knexPackage, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import { storedName, type Migration, type Statements } from './migration.ts';

const nothing = () => undefined;

/**
 * `role`: who runs the migrations, and so owns what they create; by default the user of the URL. `lockTimeoutMs`: a migration
 * that waits for a lock on a table holds up everyone who wants the table after it, so it gives up soon, and whoever called
 * migrates again.
 */
type SchemaOptions = {
  url: string;
  schema: string;
  migrations: readonly Migration[];
  role?: string | undefined;
  lockTimeoutMs?: number;
};
type Session = Pick<SchemaOptions, 'url' | 'schema' | 'role'>;

/** The settings of a connection, as the client sends them when it connects. */
const asOptions = (settings: Record<string, string | number | undefined>) =>
  Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ');

/** Runs statements one by one, outside a transaction. They may wait: `create index concurrently` holds up no one meanwhile. */
async function runOutside({ url, schema, role }: Session, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: asOptions({ search_path: schema, role }) });
  client.on('error', nothing);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function migrationSource({ migrations, ...session }: SchemaOptions): Knex.MigrationSource<Migration> {
  const run = (knex: Knex, statements: Statements) =>
    typeof statements === 'string' ? knex.raw(statements) : runOutside(session, statements);
  return {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: storedName,
    getMigration: async ({ up, down }) => ({
      up: (knex: Knex) => run(knex, up),
      down: (knex: Knex) => run(knex, down),
      config: { transaction: typeof up === 'string' },
    }),
  };
}

/** A knex instance that migrates `schema`. Destroy it after use. */
export function migrator(options: SchemaOptions): Knex {
  const { url, schema, role, lockTimeoutMs = 3_000 } = options;
  return knexPackage({
    client: 'pg',
    connection: { connectionString: url, options: asOptions({ lock_timeout: lockTimeoutMs, role }) },
    searchPath: [schema],
    pool: { min: 0, max: 2 },
    // Whoever calls gets the error.
    log: { warn: nothing, error: nothing, debug: nothing, deprecate: nothing },
    migrations: {
      migrationSource: migrationSource(options),
      schemaName: schema,
      tableName: 'migrations',
      // A newer release may have migrated the schema: findMisfit() decides.
      disableMigrationsListValidation: true,
    },
  });
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

/** Runs `work` on a connection of its own. Throws when the server is too old. */
async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // A failed connection also fails the statement that runs, or the next one.
  client.on('error', nothing);
  await client.connect();
  try {
    await assertServer(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The stored names of the migrations that have run on `schema`. */
export const listApplied = (url: string, schema: string): Promise<string[]> =>
  onServer(url, async (client) => {
    const table = `${client.escapeIdentifier(schema)}.migrations`;
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table]);
    if (!rows[0]?.exists) return [];
    const text = `select name from ${table} order by id`;
    return (await client.query<{ name: string }>({ text })).rows.map(({ name }) => name);
  });

async function createSchema(client: pg.Client, schema: string): Promise<void> {
  // The role of a service may not create schemas, and PostgreSQL would refuse even `if not exists`.
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema]);
  if (rowCount === 0) await client.query({ text: `create schema ${client.escapeIdentifier(schema)}` });
}

/**
 * Who has migrated the schema so far, or owns it, if the user may act as that role. Otherwise the tables that a superuser creates
 * would be closed to the service.
 */
async function ownerOf(client: pg.Client, schema: string): Promise<string | undefined> {
  const { rows } = await client.query<{ role: string }>(
    `select rolname as role
     from pg_namespace
     left join pg_class on relnamespace = pg_namespace.oid and relname = 'migrations'
     join pg_roles on pg_roles.oid = coalesce(relowner, nspowner)
     where nspname = $1 and rolname <> current_user and pg_has_role(pg_roles.oid, 'SET')`,
    [schema],
  );
  return rows[0]?.role;
}

/** Runs the missing migrations one by one. `guard` holds the lock. */
async function runMissing(options: SchemaOptions, guard: pg.Client, log?: Log): Promise<void> {
  const { schema } = options;
  const knex = migrator({ ...options, role: await ownerOf(guard, schema) });
  try {
    await knex.migrate.forceFreeMigrationsLock();
    for (;;) {
      const [, [migration]] = (await knex.migrate.up()) as [number, string[]];
      if (migration === undefined) return;
      log?.info({ schema, migration }, 'migrated');
    }
  } finally {
    await knex.destroy();
  }
}

const turnMs = 200;

/**
 * Waits until no other process migrates the schema. The lock ends with the connection; knex's own one survives a killed process. It is
 * asked for again and again: a statement that waits for a lock keeps its snapshot, and `create index concurrently` of the process
 * that has the lock waits until every older snapshot has ended.
 */
async function takeTurn(guard: pg.Client, schema: string): Promise<void> {
  const text = `select pg_try_advisory_lock(hashtext('migrate:' || $1)) as is_taken`;
  while (!(await guard.query<{ is_taken: boolean }>(text, [schema])).rows[0]?.is_taken) await sleep(turnMs);
}

/**
 * Runs the migrations that `schema` lacks, each committed by itself, one process at a time, as the role that owns what is there.
 * Throws an outage (isOutage) when a lock cannot be had soon: then call it again.
 */
export async function migrate(options: Omit<SchemaOptions, 'role'>, log?: Log): Promise<void> {
  const { url, schema } = options;
  await onServer(url, async (guard) => {
    await takeTurn(guard, schema);
    await createSchema(guard, schema);
    await runMissing(options, guard, log);
  });
}
