/**
 * The loops that the service runs every few seconds run 20 times as often under test: tests wait for what they do. jest.config.js
 * puts this in place of `@order-hub/shared/repeating`.
 */
import * as real from '../../../packages/shared/src/process/repeating.ts';

export type { Repeating } from '../../../packages/shared/src/process/repeating.ts';

const compressedMs = 5_000;

const quickly = <Options extends { everyMs: number }>({ everyMs, ...options }: Options) => ({
  ...options,
  everyMs: everyMs > compressedMs ? everyMs : Math.min(everyMs, Math.max(50, everyMs / 20)),
});

export const startRepeating: typeof real.startRepeating = (options) => real.startRepeating(quickly(options));

export const startClearing: typeof real.startClearing = (options) => real.startClearing(quickly(options));
