import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { aCaller, eventually } from '@order-hub/testing/call';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

describe('health', () => {
  let customers: TestCustomers;
  beforeAll(async () => {
    customers = await startTestCustomers();
  });

  afterAll(() => customers.close());

  describe('the customers service', () => {
    test('is alive', async () => {
      expect(await customers.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
    });

    test('is ready once its database and its bus are available', async () => {
      const { status, body } = await customers.call('GET /ready');
      expect({ status, body }).toEqual({
        status: 200,
        body: { ready: true, degraded: [] },
      });
    });

    test('answers an unknown URL with 404 routing_error', async () => {
      const { status, body } = await customers.call('GET /nowhere', { as: aCaller() });
      expect({ status, type: body.error_type }).toEqual({ status: 404, type: 'routing_error' });
    });
  });

  const waiting = `select from pg_locks where relation = 'customer_lists'::regclass and not granted`;

  test('is ready while requests use every connection of its pool', async () => {
    const busy = await startTestCustomers({ DATABASE_POOL_SIZE: '1' });
    const as = aCaller();
    const list = () => busy.call(`GET /locations/${as.location?.id ?? ''}/customer_lists`, { as });
    // A lock that is not granted fails after 3 s, so the last of these requests waits for longer than /ready may.
    const { status, body } = await transaction(busy.db, async (holder) => {
      await holder.query('lock table customer_lists in access exclusive mode');
      const requests = [list(), list(), list()];
      await eventually(async () => (await busy.db.query(waiting)).rowCount === 1);
      const ready = await busy.call('GET /ready');
      await holder.query('rollback');
      await Promise.all(requests);
      return ready;
    });
    expect([status, body]).toEqual([200, { ready: true, degraded: [] }]);
    await busy.close();
  });
});

describe('migrations', () => {
  test('down removes everything, and a second up creates the same', async () => {
    const { up, down, upAgain } = await schemaShapes('customers', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
