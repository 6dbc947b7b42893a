import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '@order-hub/shared/config';
import { openDatabase } from '@order-hub/shared/database';
import { openLog } from '@order-hub/shared/log';
import { migrate } from '@order-hub/shared/migrate';
import type { Migration } from '@order-hub/shared/migration';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { testService } from '@order-hub/testing/service';
import { migrations, schema } from '../migrations/index.ts';
import { readConfig } from '../src/config.ts';
import { startOrders } from '../src/service.ts';

/** Which schemas this release runs on (docs/upgrade.md#releases-and-schemas). */
describe('schemas of older and newer releases', () => {
  /** Of the next release: adds what this one does not know, and later takes away what this one uses. */
  const expand = { name: '9998-more', up: 'alter table orders add column more text', down: '' };

  const contract = { name: '9999-less', needs: '9998-more', up: 'alter table orders drop column timezone', down: '' };

  let database: FreshDatabase;

  beforeEach(async () => {
    database = await freshDatabase();
  });

  afterEach(() => database.drop());

  const migrateWith = (...newer: Migration[]) =>
    migrate({ url: database.url, schema: 'orders', migrations: [...schema.migrations, ...newer] });

  const lines: string[] = [];

  const log = openLog('orders', 'info', { write: (line) => lines.push(line) });

  const start = (settings: Record<string, string> = {}) =>
    testService({
      name: 'orders',
      start: startOrders,
      readConfig,
      log,
      database,
      settings: { CUSTOMERS_URL: 'http://127.0.0.1:1', ...settings },
    });

  async function onDatabase(statement: string): Promise<void> {
    const db = openDatabase({ url: database.url, schema: 'orders' });
    await db.query({ text: statement });
    await db.end();
  }

  describe('the service', () => {
    test.each(['true', 'false'])(
      'starts on the compatible schema of a newer release: MIGRATE_ON_START %s',
      async (MIGRATE_ON_START) => {
        await migrateWith(expand);
        const service = await start({ MIGRATE_ON_START });
        expect(await service.call('GET /ready')).toMatchObject({ status: 200 });
        await service.close();
      },
    );

    test('refuses the schema of a newer release that needs what it does not know', async () => {
      await migrateWith(expand, contract);
      const error = await start().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toContain('a newer release has run the migration 9999-less needs 9998-more');
    });

    test('waits until its schema is migrated', async () => {
      await onDatabase('drop schema orders cascade');
      const starting = start();
      await eventually(() => lines.some((line) => line.includes('the schema must be migrated')));
      await migrateWith();
      await (await starting).close();
    });

    test('migrates its schema if told', async () => {
      await onDatabase('drop schema orders cascade');
      await (await start({ MIGRATE_ON_START: 'true' })).close();
    });
  });
});

describe('migrations', () => {
  test('down removes everything, and up again creates the same', async () => {
    const { up, down, upAgain } = await schemaShapes('orders', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
