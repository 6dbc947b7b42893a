import { test } from '@jest/globals';
import { sized } from './extent.ts';

const nothing = () => undefined;

/**
 * A test that only `npm run test:wide` runs: it repeats, through more parts or in another state, what a cheaper test of
 * `npm test` shows (CONTRIBUTING.md#which-test-goes-where). A row of docs/guarantees.md cannot name it.
 */
export const wideTest = sized(Object.assign(nothing, { each: () => nothing }) as unknown as typeof test, test);
