import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import pg from 'pg';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { parseMetrics } from '@order-hub/testing/metrics';
import { anyText } from '@order-hub/testing/mutations';
import { textArray } from '../src/data/binary-array.ts';
import {
  type Database,
  isOutage,
  isOutcomeUnknown,
  openDatabase,
  queryBuilder,
  runQuery,
  transaction,
  violates,
} from '../src/data/database.ts';
import { foldedTextMigration } from '../src/data/folding/folded-text-migration.ts';
import { grouped, type Grouped } from '../src/data/group-commit.ts';
import { insertKeptReply, keptRepliesMigration, keptRights } from '../src/data/kept-replies/kept-reply.store.ts';
import { migrate } from '../src/data/migrate.ts';
import { watchPool } from '../src/data/pool-metrics.ts';
import { tableReading } from '../src/data/table-metrics.ts';
import { clearKeptReplies } from '../src/http/idempotency/clear-kept-replies.ts';
import { rememberReply } from '../src/http/idempotency/remember-reply.ts';
import { outboxReading } from '../src/messages/outbox-metrics.ts';
import { message, outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { openMetrics } from '../src/process/metrics.ts';
import type { Reading } from '../src/process/readings.ts';

describe('a database', () => {
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
});

/** What the metrics say about the database of a service, and its outbox. */
describe('metrics of a database', () => {
  let database: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate({ url: database.url, schema: 'customers', migrations: [outboxMigration, outboxCauses] });
    db = openDatabase({ url: database.url, schema: 'customers', poolSize: 1 });
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const anonymised = (customer_id: string) => {
    const key = { account_id: 'account', customer_list_id: 'list', customer_id };
    return message('customer.anonymised', customer_id, { ...key, client_id: null, list_deleted: false });
  };
  const location = (id: string) => message('location', id, { id, account_id: 'account' });

  async function samplesOf(reading: Reading): Promise<Record<string, number>> {
    const samples = await reading.read();
    const entries = samples.map(({ gauge: { name }, labels, value }) => [
      [name, ...Object.values(labels)].join(' '),
      value,
    ]);
    return Object.fromEntries(entries);
  }

  test('the outbox shows what waits, by topic, how long the oldest has waited, and what is parked', async () => {
    expect(await samplesOf(outboxReading(db))).toEqual({
      hub_outbox_oldest_age_seconds: 0,
      hub_outbox_parked_messages: 0,
    });
    await record(db, anonymised('a'), location('b'), location('c'), location('parked'));
    await db.query(`update outbox set created_at = now() - interval '90 seconds' where key = 'b'`);
    await db.query(`update outbox set created_at = now() - interval '1 day', parked_at = now() where key = 'parked'`);
    const { hub_outbox_oldest_age_seconds: age, ...shown } = await samplesOf(outboxReading(db));
    expect(shown).toEqual({
      hub_outbox_parked_messages: 1,
      'hub_outbox_messages customer.anonymised': 1,
      'hub_outbox_messages location': 2,
    });
    // The first row in the order of sending has just been written.
    expect(age).toBeLessThan(90);
    await db.query(`delete from outbox where key = 'a'`);
    const { hub_outbox_oldest_age_seconds: nextAge } = await samplesOf(outboxReading(db));
    expect(nextAge).toBeGreaterThanOrEqual(90);
    expect(nextAge).toBeLessThan(80_000);
  });

  test('more than 10,000 messages are not counted, only estimated', async () => {
    await db.query(
      `insert into outbox (id, topic, key, body) select n::text, 'location', 'x', '{}' from generate_series(1, 12000) n`,
    );
    expect((await samplesOf(outboxReading(db)))['hub_outbox_messages location']).toBe(10_000);
    const isCounted = async () =>
      ((await samplesOf(tableReading(db, 'customers')))['hub_table_rows outbox'] ?? 0) > 10_000;
    await eventually(isCounted);
  });

  test('the pool shows its connections, and how long queries waited for one', async () => {
    const metrics = openMetrics({ renderedMs: 0 });
    watchPool(metrics, 'main', db);
    const holder = await db.connect();
    const waiting = db.query('select 1');
    const { sum } = parseMetrics(await metrics.render());
    holder.release();
    await waiting;
    expect(sum('hub_database_pool_size', { pool: 'main' })).toBe(1);
    expect(sum('hub_database_connections', { pool: 'main', state: 'in_use' })).toBe(1);
    expect(sum('hub_database_pool_waiting', { pool: 'main' })).toBe(1);
    expect(sum('hub_database_pool_wait_seconds_count')).toBeUndefined();
    // These find the connection idle.
    (await db.connect()).release();
    await db.query('select 1');
    const later = await eventually(async () => {
      const found = parseMetrics(await metrics.render());
      return found.sum('hub_database_pool_wait_seconds_count') !== undefined && found;
    });
    expect(later.sum('hub_database_pool_wait_seconds_count', { pool: 'main' })).toBe(1);
    expect(later.sum('hub_database_pool_waiting')).toBe(0);
  });
});

/** What is kept of requests with an Idempotency-Key, and for how long (docs/api/limits.md#kept-answers). */
describe('kept replies', () => {
  let database: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate({ url: database.url, schema: 'kept', migrations: [keptRepliesMigration, keptRights] });
    db = openDatabase({ url: database.url, schema: 'kept' });
  });
  afterEach(() => db.query('truncate idempotent_requests'));
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const now = new Date();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const clear = () => clearKeptReplies(db, now, new AbortController().signal);

  type Kept = { key: string; connection_id?: string; bytes?: number; at?: Date };
  /** The answer is short, whatever its size in `bytes`: inserting megabytes takes seconds. */
  async function keep({ key, connection_id = 'connection', bytes = 100, at = now }: Kept) {
    const of = { account_id: 'account', connection_id, key, fingerprint: 'f', rights: 'r' };
    await insertKeptReply(db, {
      ...of,
      headers: null,
      version: null,
      answer: Buffer.alloc(100, key),
      customer_id: null,
    });
    await db.query('update idempotent_requests set created_at = $1, bytes = $2 where key = $3', [at, bytes, key]);
  }

  const keys = async (condition = 'true') =>
    (await db.query<{ key: string }>(`select key from idempotent_requests where ${condition} order by key`)).rows.map(
      ({ key }) => key,
    );

  test('a reply counts with the bytes of its answer', async () => {
    await keep({ key: 'a' });
    const { rows } = await db.query('select length(answer) as length, bytes from idempotent_requests');
    expect(rows).toEqual([{ length: 100, bytes: 100 }]);
  });

  test('a reply is deleted after 24 hours, in batches', async () => {
    await db.query(
      `insert into idempotent_requests (account_id, connection_id, key, fingerprint, answer, bytes, created_at)
     select 'account', 'connection', 'old' || n, 'f', '', 0, $1 from generate_series(1, 2500) as n`,
      [hoursAgo(25)],
    );
    await keep({ key: 'young', at: hoursAgo(23) });
    await clear();
    expect(await keys()).toEqual(['young']);
  });

  test('of large answers, each connection keeps the latest 64 MiB, and all its keys', async () => {
    const bytes = 20 * 1_048_576;
    for (const age of [1, 2, 3, 4]) await keep({ key: `large ${age}`, bytes, at: hoursAgo(age) });
    await keep({ key: 'small', at: hoursAgo(5) });
    await keep({ key: 'of another', connection_id: 'another', bytes, at: hoursAgo(6) });
    await clear();
    expect(await keys('answer is null')).toEqual(['large 4']);
    expect(await keys()).toHaveLength(6);
  });

  test('a reply is kept if its transaction is committed, and once', async () => {
    const keyed = () => ({
      account_id: 'a',
      connection_id: 'c',
      key: 'k',
      fingerprint: 'f',
      rights: 'r',
      isRemembered: false,
    });
    const rolledBack = transaction(db, async (trx) => {
      await rememberReply(trx, { keyed: keyed() }, { id: 1 });
      throw new Error('refused after all');
    });
    await expect(rolledBack).rejects.toThrow('refused after all');
    expect(await keys()).toEqual([]);
    const remember = () => transaction(db, (trx) => rememberReply(trx, { keyed: keyed() }, { id: 1 }));
    expect(await remember()).toEqual({ jsonText: '{"id":1}' });
    await expect(remember()).rejects.toMatchObject({ status: 409 });
    expect(await keys()).toEqual(['k']);
  });

  test('without a key, nothing is kept, and the reply stays as it is', async () => {
    const reply = { id: 1 };
    expect(await rememberReply(db, { keyed: null }, reply)).toBe(reply);
    expect(await keys()).toEqual([]);
  });
});

describe('grouped inserts', () => {
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
      async run(texts: readonly string[]) {
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
      const texts = [
        ...'ab',
        kib(512, 'c'),
        kib(512, 'd'),
        kib(512, 'e'),
        kib(2048, 'f'),
        kib(600, 'g'),
        kib(300, 'h'),
      ];
      expect(reasons(await insertAll(texts))).toEqual(texts.map(() => null));
      expect(sent).toEqual([1, 1, 2, 1, 1, 2]);
      expect(await stored()).toEqual(texts);
    });

    test('a row is committed before its request is answered', async () => {
      for (const text of notes(5)) {
        await Promise.all([insertNote(text), insertNote('x'), insertNote('y'), insertNote('z')]);
        expect(await stored()).toContain(text);
      }
      expect(await stored()).toHaveLength(20);
    });
  });

  describe('failures', () => {
    test('a refused row fails its own request; the others are stored', async () => {
      const texts = notes(30).with(17, 'refused');
      const results = reasons(await insertAll(texts));
      expect(results).toEqual(texts.map((text) => (text === 'refused' ? 'refused by the test' : null)));
      expect(await stored()).toEqual(texts.filter((text) => text !== 'refused'));
      expect(sent).toEqual([1, 1, 28, ...Array(28).fill(1)]);
    });

    test('an outage fails all rows of the statement, which is not repeated', async () => {
      const results = reasons(await insertAll(['a', 'b', 'c', 'slow', 'd']));
      expect(results).toEqual([null, null, 'too slow', 'too slow', 'too slow']);
      expect(sent).toEqual([1, 1, 3]);
      expect(await stored()).toEqual(['a', 'b']);
    });

    test('an outage among repeated rows fails all that are left', async () => {
      const results = reasons(await insertAll(['a', 'b', 'c', 'refused', 'slow', 'd', 'e']));
      expect(results).toEqual([null, null, null, 'refused by the test', 'too slow', 'too slow', 'too slow']);
      expect(sent).toEqual([1, 1, 5, 1, 1, 1]);
      expect(await stored()).toEqual(['a', 'b', 'c']);
    });

    test('rows whose connections break are never stored; the next row is', async () => {
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
});

/** PostgreSQL reads the binary form like the text that pg makes of an array. */
describe('binary arrays', () => {
  let fresh: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    fresh = await freshDatabase();
    db = openDatabase({ url: fresh.url, schema: 'shared' });
  });
  afterAll(async () => {
    await db.end();
    await fresh.drop();
  });

  async function readBack(values: readonly (string | null)[]) {
    const { rows } = await db.query(
      `select $1::text[] as read, $1::text[] is not distinct from $2::text[] as same, array_lower($1::text[], 1) as first,
       array_ndims($1::text[]) as dimensions`,
      [textArray(values), values],
    );
    return rows[0];
  }
  const filled = (values: readonly (string | null)[]) => ({ read: values, same: true, first: 1, dimensions: 1 });

  test.each([
    ['one text', ['a']],
    ['a null', [null]],
    ['an empty text, which is no null', ['', null, '']],
    ['the word NULL', ['NULL', 'null', null]],
    ['quotes, backslashes, braces and commas', ['"', '\\', '\\"', '{}', ',', '{"a":"\\n"}', "'"]],
    ['characters of 1 to 4 bytes', ['aé€😀', '😀', '\n\t\u0001']],
    ['a text of megabytes among short ones', ['a', 'é'.repeat(sized(524_288, 2_097_152)), 'b']],
    ['20,000 texts', Array.from({ length: 20_000 }, (_, n) => (n % 3 === 0 ? null : String(n)))],
  ])('%s', async (_case, values) => {
    expect(await readBack(values)).toEqual(filled(values));
  });

  test('an empty array', async () => {
    expect(await readBack([])).toEqual({ read: [], same: true, first: null, dimensions: null });
  });

  test('any texts', async () => {
    const text = anyText({ maxLength: 200 }).filter((value) => !value.includes('\0'));
    const values = fc.array(fc.option(text), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(values, async (given) => expect(await readBack(given)).toEqual(filled(given))),
      { numRuns: sized(20, 100) },
    );
  });
});

/** What is typed and what is stored become the same (docs/decisions/0097-one-rule-folds-text.md). */
describe('folded text', () => {
  const schema = 'folding';
  let fresh: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    fresh = await freshDatabase();
    await migrate({ url: fresh.url, schema, migrations: [foldedTextMigration('0001-folded-text')] });
    db = openDatabase({ url: fresh.url, schema });
  });
  afterAll(async () => {
    await db.end();
    await fresh.drop();
  });

  const applied = async (name: string, texts: readonly string[]) => {
    const { rows } = await db.query<{ text: string | null }>(
      `select ${name}(text) as text from unnest($1::text[]) with ordinality as given (text, place) order by place`,
      [texts],
    );
    return rows.map(({ text }) => text);
  };

  test.each([
    ['محمّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['علی', 'علي'],
    ['みどり', 'みと\u3099り'],
    ['ﾐﾄﾞﾘ', 'ミドリ'],
    ['שָׁלוֹם', 'שלום'],
    ['कुमार', 'कमर'],
    ['สุภาพ', 'สภาพ'],
    ['ΝΙΚΟΣ', 'νίκος'],
    ['Ἀχιλλεύς', 'ΑΧΙΛΛΕΥΣ'],
    ['O’Testa', "O'Testa"],
    ['O´Testa', 'o`testa'],
    ['Łukasz', 'lukasz'],
    ['Großmann', 'GROSSMANN'],
    ['GROẞMANN', 'grossmann'],
    ['Ærø', 'aero'],
    ['Þór Đặng', 'thor dang'],
    ['IŞIK', 'ışık'],
    ['İzmir', 'izmir'],
    ['Jean–Luc', 'Jean‑Luc'],
    ['Ada\u00a0\u3000Lovelace ', ' ada lovelace'],
    ['Ａｄａ', 'ada'],
    ['ﬁne', 'FINE'],
    ['٤٢ ۴۲ ४२ ４２ 𝟜𝟚', '42 42 42 42 42'],
    ['Jo\u200bsé', 'JOSE'],
    ['\u2068Ada\u2069', 'ada'],
    ['ŉ', "'N"],
  ])('%s is %s', async (one, other) => {
    const [folded, sought] = await applied('folded_text', [one, other]);
    expect(folded).toBe(sought);
    expect(folded).not.toBe('');
  });

  test('is the same for both cases of a letter, composed or not, and stays as it is', async () => {
    // Few scripts beyond the first 12,000 characters have two cases.
    const lastPoint = sized(0x2fff, 0x1ffff);
    const { rows } = await db.query<{ letters: string[] }>(
      `select array_agg(chr(point)) as letters from generate_series(1, ${lastPoint}) as point
       where point not between 55296 and 57343 and unicode_assigned(chr(point))`,
    );
    // An accent that stands alone becomes an apostrophe, its decomposition a space.
    const letters = (rows[0]?.letters ?? []).filter((letter) => !/[\p{Sk}\u1fef]/u.test(letter));
    const folded = await applied('folded_text', letters);
    const ways = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFC'),
      (text: string) => text.normalize('NFKD'),
    ];
    // Node may know newer letters than PostgreSQL.
    const assigned = new Set(letters.join(''));
    const written = (way: (text: string) => string) => (letter: string) =>
      [...way(letter)].every((part) => assigned.has(part)) ? way(letter) : letter;
    const differing = new Set<string>();
    for (const others of [...ways.map((way) => letters.map(written(way))), folded.map(String)])
      for (const [at, text] of (await applied('folded_text', others)).entries())
        if (text !== folded[at]) differing.add(`${letters[at] ?? ''} ${folded[at] ?? ''} ${text ?? ''}`);
    expect([...differing]).toEqual([]);
  });

  test('is empty for what nobody can see', async () => {
    expect(await applied('folded_text', ['', ' \t\n', '\u0301', '\u200b\u200d', '\u00ad\ufeff'])).toEqual(
      Array(5).fill(''),
    );
    expect(await applied('searched_words', ['', '\u0301', '%', '😀, !', 'Ada(😀) ៰, b'])).toEqual([
      '',
      '',
      '%',
      '😀',
      'ada ៰ b',
    ]);
    // A page writes a comma between names, also those of signs alone.
    expect(await applied('sought_words', ['', '!, !', ',', 'Lovelace, Ada'])).toEqual(['', '! !', ',', 'lovelace ada']);
    expect(await applied('sought_digits', ['', '+', 'ab', '1-2', '٠٠'])).toEqual(Array(5).fill(null));
  });

  describe('a phone number is found by each of its forms', () => {
    test.each([
      [
        '0471 23 45 67',
        '+32471234567',
        '0032 471 23 45 67',
        '0471234567',
        '+32 (0)471/23.45.67',
        '٠٤٧١٢٣٤٥٦٧',
        '+۳۲ ۴۷۱ ۲۳ ۴۵ ۶۷',
        '＋32 471 23 45 67',
      ],
      ['06 12 34 56 78', '+33612345678', '0033 6 12 34 56 78', '33612345678'],
      ['555 1234', '+354 555 1234', '00354-5551234'],
      ['8 (495) 123-45-67', '+7 495 123 45 67'],
      ['(415) 555-0123', '+1 415 555 0123', '1-415-555-0123', '011 1 415 555 0123'],
      ['06 1234 5678', '+39 06 1234 5678'],
      ['020 7946 0958', '+44 (0)20 7946 0958', '+442079460958'],
    ])('%s', async (...forms) => {
      const stored = await applied('phone_digits', forms);
      const sought = await applied('sought_digits', forms);
      for (const [at, digits] of sought.entries())
        expect([forms[at], stored.map((all) => String(all).includes(String(digits)))]).toEqual([
          forms[at],
          forms.map(() => true),
        ]);
    });
  });
});
