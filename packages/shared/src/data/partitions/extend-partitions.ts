import pg from 'pg';
import { idFloor } from '../../values/ids.ts';
import { connectBeside, type Database } from '../database.ts';
import { listPartitions, newEnd, type Partition } from './partitions.ts';

const { escapeIdentifier, escapeLiteral } = pg;

/** How long requests wait for a change of the partitions that does not get its lock. It is tried again later. */
export const lockMs = 200;
/** The ids of a large table are read for minutes, which holds up no one. */
const proofMs = 6 * 3_600_000;

type Extension = { table: string; newest: Partition; end: Date };

const endOf = ({ newest }: Pick<Extension, 'newest'>) => escapeIdentifier(`${newest.name}_end`);

/** PostgreSQL binds no values in statements that define something. These come from the catalog and from clocks. */
const run = (client: pg.Client, text: string) => client.query({ text });

/** Proves that the ids of the newest partition are below `end`. Until then, and afterwards, the partition refuses others. */
async function proveEnd(client: pg.Client, { newest, end }: Extension): Promise<void> {
  const partition = escapeIdentifier(newest.name);
  const isAbove = newest.from === null ? '' : `id >= ${escapeLiteral(newest.from)} and `;
  const constraint = `constraint ${endOf({ newest })}`;
  await run(client, `alter table ${partition} drop constraint if exists ${endOf({ newest })}`);
  await run(
    client,
    `alter table ${partition} add ${constraint} check (${isAbove}id < ${escapeLiteral(idFloor(end))}) not valid`,
  );
  await run(client, `set statement_timeout = ${proofMs}`);
  const proof = { text: `alter table ${partition} validate ${constraint}`, query_timeout: proofMs };
  await client.query(proof).finally(() => client.query('reset statement_timeout'));
}

/** The storage parameters of a partition, for another one. */
async function findStorage(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ options: string | null }>(
    `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
    [escapeIdentifier(name)],
  );
  return rows[0]?.options ? `with (${rows[0].options})` : '';
}

/** Ends the newest partition where it is proven to end, and adds its successor. Requests wait for it, for milliseconds. */
async function addSuccessor(client: pg.Client, { table: name, newest, end }: Extension): Promise<void> {
  const [table, partition] = [escapeIdentifier(name), escapeIdentifier(newest.name)];
  const successor = escapeIdentifier(`${name}_from_${end.toISOString().slice(0, 7).replace('-', '_')}`);
  const from = newest.from === null ? 'minvalue' : escapeLiteral(newest.from);
  const to = escapeLiteral(idFloor(end));
  const storage = await findStorage(client, newest.name);
  await run(
    client,
    `begin;
     -- An autovacuum gives way to this lock after a second. It holds up no one.
     set local lock_timeout = '3s';
     lock table ${partition} in share update exclusive mode;
     set local lock_timeout = ${lockMs};
     lock table only ${table} in access exclusive mode;
     alter table ${table} detach partition ${partition};
     alter table ${table} attach partition ${partition} for values from (${from}) to (${to});
     alter table ${partition} drop constraint ${endOf({ newest })};
     create table ${successor} (like ${table} including defaults including storage) ${storage};
     alter table ${table} attach partition ${successor} for values from (${to}) to (maxvalue);
     commit`,
  );
}

/** What is due to be done; undefined while nothing is. */
async function findExtension(db: Database | pg.Client, table: string, months: number, now: Date) {
  const newest = (await listPartitions(db, table)).at(-1);
  const end = newest && newest.to === null ? newEnd(newest.from, months, now) : undefined;
  return newest && end && { table, newest, end };
}

/** The connection's process id if no other process extends the table now. */
async function takeLock(client: pg.Client, table: string): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number; locked: boolean }>(
    `select pg_backend_pid() as pid, pg_try_advisory_lock(hashtextextended('partitions:' || $1::regclass::oid, 0)) as locked`,
    [table],
  );
  return rows[0]?.locked ? rows[0].pid : undefined;
}

async function extend(client: pg.Client, extension: Extension): Promise<void> {
  await run(client, `set lock_timeout = ${lockMs}`);
  try {
    await proveEnd(client, extension);
    await addSuccessor(client, extension);
  } catch (error) {
    const partition = escapeIdentifier(extension.newest.name);
    // Nothing must refuse ids in the long run. If this fails too, the next round begins with it.
    await run(client, `rollback; alter table ${partition} drop constraint if exists ${endOf(extension)}`).catch(
      () => undefined,
    );
    throw error;
  }
}

export type Extending = { db: Database; table: string; months: number; now: Date; signal: AbortSignal };

/**
 * Gives the newest partition an end and a successor, when it is time. Returns whether it did. Throws when the locks cannot be
 * had soon, and when `signal` aborts it; then call it again.
 */
export async function extendPartitions({ db, table, months, now, signal }: Extending): Promise<boolean> {
  if (!(await findExtension(db, table, months, now))) return false;
  const client = await connectBeside(db, () => undefined);
  try {
    const pid = await takeLock(client, table);
    const extension = pid && (await findExtension(client, table, months, now));
    if (!extension || signal.aborted) return false;
    const cancel = () => void db.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
    signal.addEventListener('abort', cancel, { once: true });
    await extend(client, extension).finally(() => signal.removeEventListener('abort', cancel));
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
