import { test } from '@jest/globals';
import { sized } from './extent.ts';

/**
 * A test that only `npm run test:wide` runs, and `npm test` skips: it repeats, through more parts or in another state, what a
 * cheaper test shows (CONTRIBUTING.md#which-test-goes-where). A row of docs/guarantees.md cannot name it.
 */
export const wideTest = sized(test.skip as typeof test, test);
