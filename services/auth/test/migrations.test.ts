import { expect, test } from '@jest/globals';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';

test('down removes everything, and up again creates the same schema', async () => {
  const { up, down, upAgain } = await schemaShapes('auth', migrations);
  expect(up.length).toBeGreaterThan(0);
  expect(down).toEqual([]);
  expect(upAgain).toEqual(up);
});
