import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noRequest } from '../src/contracts/message-cause.ts';
import { consumer, startConsuming, type Consumer } from '../src/messages/consumer.ts';
import { openDatabase, transaction, type Database } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { heldCauses, heldMessagesMigration } from '../src/messages/held-messages.ts';
import { newId } from '../src/values/ids.ts';
import { deleteOldMessages, inboxMigration, markReceived } from '../src/messages/inbox.ts';
import { lifetime } from '../src/process/lifetime.ts';
import { silentLog } from '../src/process/log.ts';
import type { Bus, Message, Subscription } from '../src/messages/bus/bus.ts';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';

const effects = { name: 'effects', up: 'create table effects (text text not null)', down: 'drop table effects' };

let fresh: FreshDatabase;
let db: Database;
let life: ReturnType<typeof lifetime>;

beforeAll(async () => {
  fresh = await freshDatabase();
  await migrate({
    url: fresh.url,
    schema: 'orders',
    migrations: [inboxMigration, heldMessagesMigration, heldCauses, effects],
  });
  db = openDatabase({ url: fresh.url, schema: 'orders' });
});
beforeEach(() => {
  life = lifetime();
});
afterEach(async () => {
  await life.close();
  await db.query('truncate inbox, effects');
});
afterAll(async () => {
  await db.end();
  await fresh.drop();
});

const anonymised = (id: string): Message<'customer.anonymised'> => ({
  id,
  topic: 'customer.anonymised',
  key: id,
  body: { account_id: 'account', customer_list_id: 'list', customer_id: id, client_id: null, list_deleted: false },
  ...noRequest,
});

/** Writes one row per message. */
const writing = consumer('customer.anonymised', async (messages, _deps: object, trx) => {
  for (const { id } of messages) await trx.query('insert into effects values ($1)', [id]);
  return undefined;
});

/** Starts a consumer. Returns a function that delivers a batch to it. */
async function consuming(declared: Consumer<object>) {
  let handle: Subscription['handle'] | undefined;
  const bus = {
    subscribe: async (subscription: Subscription) => void (handle = subscription.handle),
  } as Pick<Bus, 'subscribe'> as Bus;
  const others = { log: silentLog, park: () => Promise.resolve(), now: () => new Date(), inboxDays: 30 };
  await startConsuming([declared], { db, bus, life, ...others, deps: {} });
  return async (...ids: string[]) => handle?.(ids.map(anonymised));
}

const rows = async (column: string, table: string) =>
  (await db.query<{ value: string }>(`select ${column} as value from ${table} order by 1`)).rows.map(
    ({ value }) => value,
  );
const effectsKept = () => rows('text', 'effects');
const received = () => rows('message_id', 'inbox');

describe('a message acts once', () => {
  test('when it is delivered three times', async () => {
    const deliver = await consuming(writing);
    await deliver('a');
    await deliver('a', 'b');
    await deliver('b', 'a');
    expect(await effectsKept()).toEqual(['a', 'b']);
  });

  test('when a batch has it twice', async () => {
    const batches: string[][] = [];
    const deliver = await consuming(
      consumer('customer.anonymised', async (messages, _deps: object) => {
        batches.push(messages.map(({ id }) => id));
        return undefined;
      }),
    );
    await deliver('a', 'b', 'a');
    await deliver('b');
    expect(batches).toEqual([['a', 'b']]);
  });

  test('when two transactions receive it concurrently', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => String(n));
    const claims = await Promise.all(
      [ids, [...ids].reverse()].map((list) => transaction(db, (trx) => markReceived(trx, list))),
    );
    expect(claims.map(({ size }) => size).sort((a, b) => a - b)).toEqual([0, 50]);
  });

  test('but again once it is deleted from the inbox, so many days after it was received', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const [old, late, recent] = [newId(daysAgo(40)), newId(daysAgo(40)), newId(daysAgo(20))];
    await markReceived(db, [old, late, recent]);
    await db.query(`update inbox set received_at = $2 where message_id = any ($1)`, [[old, recent], daysAgo(31)]);
    const last = await deleteOldMessages(db, daysAgo(30), '');
    expect(last).toBe([old, late].sort().at(-1));
    expect(await deleteOldMessages(db, daysAgo(30), last ?? '')).toBe(null);
    expect(await received()).toEqual([late, recent]);
  });
});

test('a handler that throws leaves no inbox row and no effect, and can retry', async () => {
  let fails = true;
  const deliver = await consuming(
    consumer('customer.anonymised', async (messages, deps: object, trx) => {
      await writing.handle(messages as never, deps, trx);
      if (fails) throw new Error('no');
      return undefined;
    }),
  );
  await expect(deliver('a')).rejects.toThrow('no');
  expect([await effectsKept(), await received()]).toEqual([[], []]);
  fails = false;
  await deliver('a');
  expect([await effectsKept(), await received()]).toEqual([['a'], ['a']]);
});

describe('afterCommit', () => {
  test('runs after the commit', async () => {
    const steps: unknown[] = [];
    const seen: Promise<string[]>[] = [];
    const deliver = await consuming(
      consumer('customer.anonymised', async (messages, deps: object, trx) => {
        await writing.handle(messages as never, deps, trx);
        steps.push('handled', await effectsKept());
        return () => {
          steps.push('committed');
          seen.push(effectsKept());
        };
      }),
    );
    await deliver('a');
    expect(steps).toEqual(['handled', [], 'committed']);
    expect(await seen[0]).toEqual(['a']);
  });

  test('does not run when the commit fails', async () => {
    let called = false;
    const deliver = await consuming(
      consumer('customer.anonymised', async (_messages, _deps: object, trx) => {
        // A deferred constraint: only the commit notices.
        await trx.query('create temporary table once (n int unique deferrable initially deferred) on commit drop');
        await trx.query('insert into once values (1), (1)');
        return () => void (called = true);
      }),
    );
    await expect(deliver('a')).rejects.toThrow('duplicate key');
    expect([called, await received()]).toEqual([false, []]);
  });
});
