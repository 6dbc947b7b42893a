import { describe, expect, test } from '@jest/globals';
import { type Bus, passedHubs, type SharedHub } from './hubs.ts';

/** Reports that a suite cannot run over RabbitMQ: as skipped, or as failed when CI is set. */
export function reportMissingRabbitmq(suite: string, reason: string): void {
  const name = `${suite}, over rabbitmq (there is none: ${reason})`;
  if (process.env['CI'] === 'true') test(name, () => expect(`RabbitMQ: ${reason}`).toBe('available'));
  else test.skip(name, () => undefined);
}

/** A suite for the hub of every bus: `overEveryBus('an order', (hub) => { test(…) })`. */
export function overEveryBus(suite: string, define: (hub: SharedHub) => void): void {
  const { hubs, unavailable } = passedHubs();
  for (const hub of hubs) describe(`${suite}, over ${hub.bus}`, () => define(hub));
  if (unavailable !== null) reportMissingRabbitmq(suite, unavailable);
}

/** A suite for every bus, or that of E2E_BUS, which starts hubs of its own: `onEveryBus('a hub', (bus) => { test(…) })`. */
export function onEveryBus(suite: string, define: (bus: Bus) => void): void {
  const { unavailable } = passedHubs();
  const chosen = (['direct', 'rabbitmq'] as const).filter((bus) => (process.env['E2E_BUS'] ?? bus) === bus);
  for (const bus of chosen) {
    if (bus === 'rabbitmq' && unavailable !== null) reportMissingRabbitmq(suite, unavailable);
    else describe(`${suite}, over ${bus}`, () => define(bus));
  }
}
