import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { connectBeside, type Database, isOutage, openDatabase } from '../src/data/database.ts';
import { listApplied, migrate, migrator } from '../src/data/migrate.ts';
import type { Migration } from '../src/data/migration.ts';
import { extendPartitions } from '../src/data/partitions/extend-partitions.ts';
import { dropPartitions } from '../src/data/partitions/keep-partitions.ts';
import { partitionedTable } from '../src/data/partitions/partitioning.ts';
import { listPartitions, monthsLater, newEnd } from '../src/data/partitions/partitions.ts';
import { migrateRetrying } from '../src/data/run-migrations.ts';
import { openLog } from '../src/process/log.ts';
import { idFloor, newId } from '../src/values/ids.ts';

const schema = 'things';
let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
});
beforeEach(() => {
  db = openDatabase({ url: fresh.url, schema });
});
afterEach(async () => {
  await db.query({ text: `drop schema if exists ${schema} cascade` });
  await db.end();
});
afterAll(() => fresh.drop());

describe('migrations', () => {
  const first = { name: '0001-a', up: 'create table a (id int primary key)', down: 'drop table a' };
  const second = { name: '0002-b', up: 'create table b (id int)', down: 'drop table b' };
  const wider = {
    name: '0003-wider',
    up: 'alter table a add column more text',
    down: 'alter table a drop column more',
  };
  const indexed = {
    name: '0004-indexed',
    up: ['drop index concurrently if exists a_id', 'create index concurrently a_id on a (id)'],
    down: ['drop index concurrently a_id'],
  };
  const migrateWith = (...migrations: Migration[]) =>
    migrate({ url: fresh.url, schema, migrations, lockTimeoutMs: 100 });
  const applied = () => listApplied(fresh.url, schema);

  test('replicas that migrate concurrently do it once, also where an index waits for all snapshots to end', async () => {
    await Promise.all([1, 2, 3].map(() => migrateWith(first, second, indexed)));
    expect(await applied()).toEqual(['0001-a', '0002-b', '0004-indexed']);
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
      const migrating = migrateRetrying(
        { url: fresh.url, schema, migrations: [first, wider], lockTimeoutMs: 100 },
        log,
      );
      await eventually(() => lines.some((line) => line.includes('trying again')));
      await holder.query('commit');
      await migrating;
      expect(await applied()).toEqual(['0001-a', '0003-wider']);
    });
  });
});

describe('partitions', () => {
  const notes = {
    name: '0001-notes',
    up: `create table notes (id text collate "C" primary key, author text, body text not null default 'none') with (toast_tuple_target = 4096);
       create index notes_author on notes (author, id) where author is not null;
       alter table notes alter column body set storage external;`,
    down: 'drop table notes',
  };
  const partitioned = partitionedTable('0002-partitioned-notes', 'notes');
  const migrations = [notes, partitioned];

  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const idOf = (day: string) => newId(at(day));
  const up = (list = migrations) => migrate({ url: fresh.url, schema, migrations: list });
  const insert = (...ids: string[]) =>
    db.query(`insert into notes (id, author) select id, 'Ada' from unnest($1::text[]) as id`, [ids]);
  const storedIds = async () => (await db.query('select id from notes order by id')).rows.map(({ id }) => id);
  const names = async () => (await listPartitions(db, 'notes')).map(({ name }) => name);
  const extend = (day: string, signal = new AbortController().signal) =>
    extendPartitions({ db, table: 'notes', months: 3, now: at(day), signal });

  describe('the migration', () => {
    test('keeps what is stored, up, down and up again', async () => {
      await up([notes]);
      const [first, second] = [idOf('2020-01-01'), idOf('2026-01-01')];
      await insert(first, second);
      await up();
      expect(await listPartitions(db, 'notes')).toEqual([{ name: 'notes_first', from: null, to: null }]);
      const third = idOf('2030-01-01');
      await extend('2026-11-24');
      await insert(third);
      const knex = migrator({ url: fresh.url, schema, migrations });
      await knex.migrate.down();
      expect(await storedIds()).toEqual([first, second, third]);
      expect((await db.query(`select relkind from pg_class where oid = 'notes'::regclass`)).rows).toEqual([
        { relkind: 'r' },
      ]);
      await knex.migrate.latest();
      await knex.destroy();
      expect(await storedIds()).toEqual([first, second, third]);
    });

    test('rewrites nothing and reads nothing: the rows stay in their file', async () => {
      await up([notes]);
      await insert(idOf('2026-01-01'));
      const files = `select pg_relation_filepath('notes') as file`;
      const before = (await db.query(files)).rows[0];
      await up();
      expect((await db.query(files.replace('notes', 'notes_first'))).rows[0]).toEqual(before);
    });

    test('keeps indexes, and gives new partitions the same, with the same storage', async () => {
      await up();
      await extend('2026-11-24');
      const { rows } = await db.query(
        `select i.indrelid::regclass::text as table, array_agg(d.text order by d.text) as indexes
       from pg_index i cross join lateral regexp_replace(pg_get_indexdef(i.indexrelid), '.* USING ', '') as d (text) group by 1 having i.indrelid::regclass::text like 'notes%' order by 1`,
      );
      const indexes = ['btree (author, id) WHERE (author IS NOT NULL)', 'btree (id)'];
      expect(rows).toEqual(['notes', 'notes_first', 'notes_from_2027_04'].map((table) => ({ table, indexes })));
      const storage = await db.query(
        `select c.relname as name, c.reloptions as options, a.attstorage as storage
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'body'
       where c.relname like 'notes\\_f%' and c.relkind = 'r' order by 1`,
      );
      const same = { options: ['toast_tuple_target=4096'], storage: 'e' };
      expect(storage.rows).toEqual(['notes_first', 'notes_from_2027_04'].map((name) => ({ name, ...same })));
    });

    test('no two rows share an id, whatever their partitions', async () => {
      await up();
      await extend('2026-11-24');
      for (const id of [idOf('2026-01-01'), idOf('2030-01-01')]) {
        await insert(id);
        await expect(insert(id)).rejects.toMatchObject({ code: '23505' });
      }
    });
  });

  describe('the newest partition ends', () => {
    test.each([
      ['with the quarter in three months, at first', null, '2026-11-24', '2027-04-01'],
      ['never while it is far from beginning', '2027-04-01', '2027-02-28', undefined],
      ['with its quarter, a month before it begins', '2027-04-01', '2027-03-02', '2027-07-01'],
      ['with a later quarter when no one was there in time', '2027-04-01', '2029-05-05', '2029-10-01'],
    ])('%s', (_when, from, now, end) => {
      const begins = from === null ? null : idFloor(at(from));
      expect(newEnd(begins, 3, at(now))).toEqual(end === undefined ? undefined : at(end));
    });

    test('a month later is in that month', () => {
      expect(monthsLater(at('2028-01-31'), 1)).toEqual(at('2028-02-29'));
      expect(monthsLater(at('2028-03-31'), -1)).toEqual(at('2028-02-29'));
      expect(monthsLater(at('2026-11-24'), -24)).toEqual(at('2024-11-24'));
    });
  });

  describe('partitions are added', () => {
    beforeEach(() => up());

    test('once, also by several processes at once', async () => {
      await Promise.all([extend('2026-11-24'), extend('2026-11-24'), extend('2026-11-24')]);
      await extend('2026-11-25');
      expect(await names()).toEqual(['notes_first', 'notes_from_2027_04']);
    });

    test('while transactions write, without an error and without a gap', async () => {
      const trx = await db.connect();
      await trx.query(`begin; insert into notes (id) values ('${idOf('2026-11-24')}')`);
      await expect(extend('2026-11-24')).rejects.toMatchObject({ code: '55P03' });
      await trx.query(`insert into notes (id) values ('${idOf('2031-01-01')}'); commit`);
      trx.release();
      await expect(extend('2026-11-24')).rejects.toThrow(/violated/);
      await insert(idOf('2031-01-02'));
      expect(await storedIds()).toHaveLength(3);
    });

    test('after an interruption, which leaves no limit behind', async () => {
      const blocker = await connectBeside(db, () => undefined);
      await blocker.query('begin; select count(*) from notes');
      const stopping = new AbortController();
      stopping.abort();
      expect(await extend('2026-11-24', stopping.signal)).toBe(false);
      await expect(extend('2026-11-24')).rejects.toMatchObject({ code: '55P03' });
      await blocker.end();
      const checks = `select conname from pg_constraint where contype = 'c' and conrelid = 'notes_first'::regclass`;
      expect((await db.query(checks)).rows).toEqual([]);
      expect(await extend('2026-11-24')).toBe(true);
      expect((await db.query(checks)).rows).toEqual([]);
    });
  });

  describe('a partition is dropped', () => {
    const isEmpty = async (of: Parameters<Parameters<typeof dropPartitions>[0]['isNeeded']>[0], name: string) =>
      (await of.query(`select from ${name} limit 1`)).rowCount === 0;
    const drop = (day: string, isNeeded = async (of: any, { name }: { name: string }) => !(await isEmpty(of, name))) =>
      dropPartitions({ db, table: 'notes', now: at(day), signal: new AbortController().signal, isNeeded });
    beforeEach(async () => {
      await up();
      for (const day of ['2026-11-24', '2027-03-15', '2027-06-15']) await extend(day);
    });

    test('when it is past and no one needs it, and no other', async () => {
      const kept = idOf('2026-11-24');
      await insert(kept);
      expect(await drop('2027-06-30')).toEqual([]);
      expect(await drop('2027-07-01')).toEqual(['notes_from_2027_04']);
      expect(await names()).toEqual(['notes_first', 'notes_from_2027_07', 'notes_from_2027_10']);
      expect(await storedIds()).toEqual([kept]);
    });

    test('not when a row was added while it was looked at', async () => {
      const late = idOf('2027-05-05');
      let looks = 0;
      const dropped = await drop('2027-07-01', async (of, { name }) => {
        if (name !== 'notes_from_2027_04') return true;
        looks += 1;
        const isNeeded = !(await isEmpty(of, name));
        if (looks === 1) await insert(late);
        return isNeeded;
      });
      expect({ dropped, looks }).toEqual({ dropped: [], looks: 2 });
      expect(await storedIds()).toEqual([late]);
    });
  });
});
