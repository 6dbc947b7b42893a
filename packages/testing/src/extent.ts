/**
 * How far a test goes. `npm test` shows each guarantee once, in its smallest case; `npm run test:wide` runs the same tests with
 * the counts, lists and sizes of their extremes (CONTRIBUTING.md#which-test-goes-where).
 */
const isWide = process.env['TEST_EXTENT'] === 'wide';

/** `small` in `npm test`, `wide` in `npm run test:wide`: `sized(3, 1_000)` clients, `sized(20, 300)` random bodies. */
export const sized = <Value>(small: Value, wide: Value): Value => (isWide ? wide : small);
