import { describe, expect, test } from '@jest/globals';
import { passedHubs, type SharedHub } from './hubs.ts';

/** Reports that a suite cannot run over RabbitMQ: as skipped, or as failed when CI is set. */
export function reportMissingRabbitmq(suite: string, reason: string): void {
  const name = `${suite}, over rabbitmq (there is none: ${reason})`;
  if (process.env['CI'] === 'true') test(name, () => expect(`RabbitMQ: ${reason}`).toBe('available'));
  else test.skip(name, () => undefined);
}

/** A suite for every bus: `overEveryBus('an order', (hub) => { test(…) })`. */
export function overEveryBus(suite: string, define: (hub: SharedHub) => void): void {
  const { hubs, unavailable } = passedHubs();
  for (const hub of hubs) describe(`${suite}, over ${hub.bus}`, () => define(hub));
  if (unavailable !== null) reportMissingRabbitmq(suite, unavailable);
}
