import { expect, test } from '@jest/globals';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';

test('down takes everything away, and up again makes the same', async () => {
  const { up, down, upAgain } = await schemaShapes('events', migrations);
  expect(up.length).toBeGreaterThan(0);
  expect(down).toEqual([]);
  expect(upAgain).toEqual(up);
});
