import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

describe('health', () => {
  describe('the catalog service', () => {
    test('is alive', async () => {
      expect(await catalog.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
    });

    test('is ready once its database and its bus are there', async () => {
      const { status, body } = await catalog.call('GET /ready');
      expect({ status, body }).toEqual({
        status: 200,
        body: { ready: true, degraded: [] },
      });
    });

    test('answers an unknown URL with 404 routing_error', async () => {
      const { status, body } = await catalog.call('GET /nowhere', { as: aCaller() });
      expect({ status, type: body.error_type }).toEqual({ status: 404, type: 'routing_error' });
    });
  });
});

describe('migrations', () => {
  test('down takes everything away, and up again makes the same', async () => {
    const { up, down, upAgain } = await schemaShapes('catalog', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
