import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { textArray } from '../src/data/binary-array.ts';
import { isOutage, openDatabase, type Database } from '../src/data/database.ts';
import { grouped, type Grouped } from '../src/data/group-commit.ts';

let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.url, schema: 'shared' });
  await db.query(`
    create function check_note() returns trigger language plpgsql as $$ begin
      if new.text = 'refused' then raise 'refused by the test'; end if;
      if new.text = 'slow' then raise 'too slow' using errcode = 'query_canceled'; end if;
      return new;
    end $$;
    create trigger check_note before insert on notes for each row execute function check_note()`);
});
afterEach(() => db.query('truncate notes'));
afterAll(async () => {
  await db.end();
  await fresh.drop();
});

/** The sizes of the statements that were sent. */
let sent: number[];
let insertNote: Grouped<string, string>;
beforeEach(() => {
  sent = [];
  insertNote = grouped({
    async insert(texts: readonly string[]) {
      sent.push(texts.length);
      const returned = 'insert into notes select unnest($1::text[]) returning text';
      return (await db.query<{ text: string }>(returned, [textArray(texts)])).rows.map(({ text }) => text);
    },
    bytesOf: (text) => text.length,
  });
});

const stored = async () => (await db.query('select text from notes order by text')).rows.map(({ text }) => text);
const notes = (count: number) => Array.from({ length: count }, (_, n) => `n${String(n).padStart(3, '0')}`);
/** Stores all at once. Each result is null, or why the text was not stored. */
const insertAll = (texts: readonly string[]) =>
  Promise.all(
    texts.map((text) =>
      insertNote(text).then(
        () => null,
        (error: Error) => error,
      ),
    ),
  );
const reasons = (results: readonly (Error | null)[]) => results.map((result) => result?.message ?? null);

describe('rows gather', () => {
  test('a lone row is sent at once', async () => {
    const done = insertNote('a');
    expect(sent).toEqual([1]);
    await done;
    expect(await stored()).toEqual(['a']);
  });

  test('the first two are sent at once, the others together', async () => {
    await insertAll(notes(30));
    expect(sent).toEqual([1, 1, 28]);
    expect(await stored()).toEqual(notes(30));
    const { rows } = await db.query('select count(*)::int as size from notes group by xmin order by size');
    expect(rows.map(({ size }) => size)).toEqual([1, 1, 28]);
  });

  test('each request gets the result of its own row', async () => {
    expect(await Promise.all(notes(30).map(insertNote))).toEqual(notes(30));
    const results = await Promise.allSettled([...notes(10), 'refused', 'z'].map(insertNote));
    const values = results.map((result) => (result.status === 'fulfilled' ? result.value : null));
    expect(values).toEqual([...notes(10), null, 'z']);
  });

  test('up to 100', async () => {
    await insertAll(notes(250));
    expect(sent).toEqual([1, 1, 100, 100, 48]);
    expect(await stored()).toEqual(notes(250));
  });

  test('up to 1 MiB, or one row', async () => {
    const kib = (count: number, letter: string) => letter.repeat(count * 1024);
    const texts = [...'ab', kib(512, 'c'), kib(512, 'd'), kib(512, 'e'), kib(2048, 'f'), kib(600, 'g'), kib(300, 'h')];
    expect(reasons(await insertAll(texts))).toEqual(texts.map(() => null));
    expect(sent).toEqual([1, 1, 2, 1, 1, 2]);
    expect(await stored()).toEqual(texts);
  });

  test('a row is committed before its request knows of it', async () => {
    for (const text of notes(5)) {
      await Promise.all([insertNote(text), insertNote('x'), insertNote('y'), insertNote('z')]);
      expect(await stored()).toContain(text);
    }
    expect(await stored()).toHaveLength(20);
  });
});

describe('what fails', () => {
  test('a row that the database refuses: its request is told, the others are stored', async () => {
    const texts = notes(30).with(17, 'refused');
    const results = reasons(await insertAll(texts));
    expect(results).toEqual(texts.map((text) => (text === 'refused' ? 'refused by the test' : null)));
    expect(await stored()).toEqual(texts.filter((text) => text !== 'refused'));
    expect(sent).toEqual([1, 1, 28, ...Array(28).fill(1)]);
  });

  test('an outage is told to all of the statement, which is not repeated', async () => {
    const results = reasons(await insertAll(['a', 'b', 'c', 'slow', 'd']));
    expect(results).toEqual([null, null, 'too slow', 'too slow', 'too slow']);
    expect(sent).toEqual([1, 1, 3]);
    expect(await stored()).toEqual(['a', 'b']);
  });

  test('an outage among repeated rows is told to those that are left', async () => {
    const results = reasons(await insertAll(['a', 'b', 'c', 'refused', 'slow', 'd', 'e']));
    expect(results).toEqual([null, null, null, 'refused by the test', 'too slow', 'too slow', 'too slow']);
    expect(sent).toEqual([1, 1, 5, 1, 1, 1]);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  test('connections that break in the middle: nothing is stored, not even later, and the next row is', async () => {
    const holder = await db.connect();
    await holder.query('begin');
    await holder.query('lock table notes in exclusive mode');
    const results = insertAll(notes(30));
    await endWriters(2);
    await endWriters(1);
    for (const error of await results) expect(isOutage(error)).toBe(true);
    await holder.query('commit');
    holder.release();
    await insertNote('next');
    expect(await stored()).toEqual(['next']);
    expect(sent).toEqual([1, 1, 28, 1]);
  });
});

/** Waits for `count` connections that wait for the lock, and breaks them. */
async function endWriters(count: number): Promise<void> {
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => (await db.query(`select ${waiting}`)).rowCount === count);
  await db.query(`select pg_terminate_backend(pid) ${waiting}`);
}
