import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

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
