/** What is kept of requests with an Idempotency-Key, and for how long (docs/api/limits.md#kept-answers). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { openDatabase, transaction, type Database } from '../src/data/database.ts';
import { insertKeptReply, keptRepliesMigration } from '../src/data/kept-replies/kept-reply.store.ts';
import { migrate } from '../src/data/migrate.ts';
import { clearKeptReplies } from '../src/http/idempotency/clear-kept-replies.ts';
import { rememberReply } from '../src/http/idempotency/remember-reply.ts';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate({ url: database.url, schema: 'kept', migrations: [keptRepliesMigration] });
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
async function keep({ key, connection_id = 'connection', bytes = 100, at = now }: Kept) {
  const reply = { account_id: 'account', connection_id, key, fingerprint: 'f', headers: null, version: null };
  await insertKeptReply(db, { ...reply, answer: Buffer.alloc(bytes, key), customer_id: null });
  await db.query('update idempotent_requests set created_at = $1 where key = $2', [at, key]);
}

const keys = async (condition = 'true') =>
  (await db.query<{ key: string }>(`select key from idempotent_requests where ${condition} order by key`)).rows.map(
    ({ key }) => key,
  );

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
  const keyed = () => ({ account_id: 'a', connection_id: 'c', key: 'k', fingerprint: 'f', isRemembered: false });
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
