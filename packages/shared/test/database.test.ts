import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import {
  isOutage,
  isOutcomeUnknown,
  openDatabase,
  queryBuilder,
  runQuery,
  transaction,
  violates,
  type Database,
} from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';

const first = { name: '0001-a', up: 'create table a (id int constraint a_id unique)', down: 'drop table a' };
const schema = 'things';

let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate({ url: fresh.url, schema, migrations: [first] });
  db = openDatabase({ url: fresh.url, schema });
});
afterAll(async () => {
  await db.end();
  await fresh.drop();
});

test('a transaction that throws stores nothing, and its client is reused', async () => {
  const work = transaction(db, async (trx) => {
    await trx.query('insert into a values (1)');
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await runQuery(db, queryBuilder('a').select('id').where({ id: 1 }))).toEqual([]);
});

test('an outage is distinguished from a fault of the request', async () => {
  const error = await db.query('insert into a values (2), (2)').catch((thrown: unknown) => thrown);
  expect(violates(error, 'a_id')).toBe(true);
  expect(isOutage(error)).toBe(false);
  const away = openDatabase({ url: 'postgres://postgres@127.0.0.1:1/x', schema });
  expect(isOutage(await away.query('select 1').catch((thrown: unknown) => thrown))).toBe(true);
  await away.end();
});

test('a connection that the server ends is an outage, and the pool recovers', async () => {
  const sleeping = db.query('select pg_sleep(30)').catch((thrown: unknown) => thrown);
  const admin = new pg.Client(fresh.url);
  await admin.connect();
  for (let ended = 0; ended === 0;) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`,
    );
    ended = rowCount ?? 0;
  }
  await admin.end();
  expect(isOutage(await sleeping)).toBe(true);
  expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('the outcome is unknown if the connection broke during a statement or a commit, and not before a commit', async () => {
  const broken = () => new Error('Connection terminated unexpectedly');
  const errorOf = (work: Promise<unknown>) => work.catch((thrown: unknown) => thrown);
  const inStatement = transaction(db, () => Promise.reject(broken()));
  const inCommit = transaction(db, async (trx) => {
    trx.query = () => Promise.reject(broken());
  });
  expect(isOutcomeUnknown(await errorOf(inStatement))).toBe(false);
  expect(isOutcomeUnknown(await errorOf(inCommit))).toBe(true);
  expect(isOutcomeUnknown(broken())).toBe(true);
  expect(isOutcomeUnknown(new Error('Connection terminated due to connection timeout'))).toBe(false);
  expect(isOutcomeUnknown(new Error('a bug'))).toBe(false);
});

test('a connection that falls silent is an outage, and is not reused', async () => {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(fresh.url);
  const between = createServer((from) => {
    const to = connect(parseInt(port, 10), hostname);
    sockets.push(
      from.on('error', () => undefined),
      to.on('error', () => undefined),
    );
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const url = new URL(fresh.url);
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const behind = openDatabase({ url: url.href, schema, poolSize: 1, silenceMs: 200 });
  expect((await behind.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  for (const socket of sockets) socket.unpipe();
  const silent: unknown = await behind.query('select 1').catch((thrown: unknown) => thrown);
  expect([isOutage(silent), isOutcomeUnknown(silent)]).toEqual([true, true]);
  expect((await behind.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await behind.end();
  for (const socket of sockets) socket.destroy();
  between.close();
});
