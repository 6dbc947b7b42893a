import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { freshDatabase, type FreshDatabase } from '../src/servers/fresh-database.ts';
import { startEmbeddedPostgres } from '../src/servers/embedded-postgres.ts';

const opened: FreshDatabase[] = [];

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function open(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  opened.push(database);
  return database;
}

afterAll(() => Promise.all(opened.map((database) => database.drop())));

describe('freshDatabase', () => {
  test('is migrated and empty, whatever other test files write', async () => {
    const first = await open();
    await query(first.url, `insert into notes.notes values ('only in the first')`);
    const second = await open();
    expect(await query(second.url, 'select * from notes.notes')).toEqual([]);
    expect(await query(first.url, 'select * from notes.notes')).toHaveLength(1);
  });

  test('clones many databases at the same time', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, open));
    expect(new Set(databases.map(({ url }) => url)).size).toBe(8);
  });

  test('is gone after drop, even with an open connection', async () => {
    const { url, drop } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await drop();
    await expect(query(url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});

test('the embedded server folds the case of every script, and is gone after stop', async () => {
  const server = await startEmbeddedPostgres();
  expect(await query(server.url, `select lower('ÉCLAIR') as text`)).toEqual([{ text: 'éclair' }]);
  await server.stop();
  await expect(query(server.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
