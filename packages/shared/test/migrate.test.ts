import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import { isOutage, openDatabase, type Database } from '../src/data/database.ts';
import { listApplied, migrate, migrator } from '../src/data/migrate.ts';
import { migrateRetrying } from '../src/data/run-migrations.ts';
import type { Migration } from '../src/data/migration.ts';
import { openLog } from '../src/process/log.ts';

const first = { name: '0001-a', up: 'create table a (id int primary key)', down: 'drop table a' };
const second = { name: '0002-b', up: 'create table b (id int)', down: 'drop table b' };
const wider = { name: '0003-wider', up: 'alter table a add column more text', down: 'alter table a drop column more' };
const indexed = {
  name: '0004-indexed',
  up: ['drop index concurrently if exists a_id', 'create index concurrently a_id on a (id)'],
  down: ['drop index concurrently a_id'],
};
const schema = 'things';

let fresh: FreshDatabase;
let db: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.url, schema });
});
afterEach(async () => {
  await db.end();
  await fresh.drop();
});

const migrateWith = (...migrations: Migration[]) => migrate({ url: fresh.url, schema, migrations });
const applied = () => listApplied(fresh.url, schema);

test('replicas that migrate concurrently do it once', async () => {
  await Promise.all([1, 2, 3].map(() => migrateWith(first, second)));
  expect(await applied()).toEqual(['0001-a', '0002-b']);
});

test('migrations go down and up again', async () => {
  await migrateWith(first, indexed);
  const knex = migrator({ url: fresh.url, schema, migrations: [first, indexed] });
  await knex.migrate.rollback(undefined, true);
  await expect(db.query('select * from a')).rejects.toThrow('does not exist');
  await knex.migrate.latest();
  await knex.destroy();
  expect((await db.query('select * from a')).rows).toEqual([]);
});

test('a failing migration changes nothing, and those before it stay', async () => {
  const failing = { name: '0003-c', up: 'create table c (); select 1 / 0', down: '' };
  await expect(migrateWith(first, failing, second)).rejects.toThrow('division by zero');
  expect(await applied()).toEqual(['0001-a']);
  await expect(db.query('select from c')).rejects.toThrow('does not exist');
});

test('what a superuser creates belongs to the role that owns the schema', async () => {
  const role = `owner of ${fresh.url.split('/').at(-1)}`;
  await db.query({ text: `create role "${role}"` });
  await db.query({ text: `create schema ${schema} authorization "${role}"` });
  await migrateWith(first, indexed);
  await migrateWith(first, indexed, second);
  const { rows } = await db.query({
    text: `select distinct rolname from pg_class join pg_roles on pg_roles.oid = relowner where relnamespace = $1::regnamespace`,
    values: [schema],
  });
  expect(rows).toEqual([{ rolname: role }]);
  await db.query({ text: `drop owned by "${role}" cascade` });
  await db.query({ text: `drop role "${role}"` });
});

test('statements that PostgreSQL does not run in a transaction run outside', async () => {
  await migrateWith(first, indexed);
  const { rows } = await db.query(`select indisvalid from pg_index where indexrelid = 'a_id'::regclass`);
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('an older release migrates nothing on a newer schema', async () => {
  await migrateWith(first, second);
  await migrateWith(first);
  expect(await applied()).toEqual(['0001-a', '0002-b']);
});

test('what an older release must know is in the schema', async () => {
  await migrateWith(first, second, { ...wider, needs: '0002-b' });
  expect(await applied()).toEqual(['0001-a', '0002-b', '0003-wider needs 0002-b']);
});

test('a database that is not UTF-8 is refused before it is changed', async () => {
  const name = `latin_${Date.now()}`;
  const url = Object.assign(new URL(fresh.url), { pathname: `/${name}` }).href;
  await db.query({
    text: `create database ${name} encoding 'LATIN1' locale 'C' locale_provider libc template template0`,
  });
  try {
    const migrating = migrate({ url, schema, migrations: [first] });
    await expect(migrating).rejects.toThrow('needs a database in UTF8; this one is in LATIN1');
  } finally {
    await db.query({ text: `drop database ${name} with (force)` });
  }
});

describe('while a transaction has locked a table', () => {
  let holder: pg.Client;
  beforeEach(async () => {
    await migrateWith(first);
    holder = new pg.Client({ connectionString: fresh.url });
    await holder.connect();
    await holder.query('begin; lock table things.a in access share mode');
  });
  afterEach(() => holder.end());

  test('migrating the table gives up, so that others get to it, and says that it may be repeated', async () => {
    const error = await migrateWith(first, wider).catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect((await db.query('select from a')).rowCount).toBe(0);
  });

  test('the migrating command repeats it until the table is free', async () => {
    const lines: string[] = [];
    const log = openLog('test', 'info', { write: (line) => lines.push(line) });
    const migrating = migrateRetrying({ url: fresh.url, schema, migrations: [first, wider] }, log);
    await eventually(() => lines.some((line) => line.includes('trying again')));
    await holder.query('commit');
    await migrating;
    expect(await applied()).toEqual(['0001-a', '0003-wider']);
  });
});
