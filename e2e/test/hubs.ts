/** The hubs that global-setup.ts has started, and suites that run against each. */
import { describe, expect, test } from '@jest/globals';
import type { HubAddress } from '../src/tenant.ts';

export type SharedHub = HubAddress & {
  bus: 'direct' | 'rabbitmq';
  auth_url: string;
  gateway_url: string;
  data_folder: string;
  database_url: string;
};

const variable = 'E2E_HUBS';

type Passed = { hubs: SharedHub[]; unavailable: string | null };

/** Tells the test files, which run in processes of their own, where the hubs are. */
export function passHubs(hubs: SharedHub[], unavailable: string | null): void {
  process.env[variable] = JSON.stringify({ hubs, unavailable } satisfies Passed);
}

const passed = () => JSON.parse(process.env[variable] ?? '{"hubs":[],"unavailable":"no global setup"}') as Passed;

/** Says that a suite could not run over RabbitMQ: skipped by name, and a failure where CI is set. */
export function reportMissingRabbitmq(suite: string, reason: string): void {
  const name = `${suite}, over rabbitmq (there is none: ${reason})`;
  if (process.env['CI'] === 'true') test(name, () => expect(`RabbitMQ: ${reason}`).toBe('available'));
  // eslint-disable-next-line jest/no-disabled-tests -- the report shall name what did not run
  else test.skip(name, () => undefined);
}

/** A suite for every bus: `overEveryBus('an order', (hub) => { test(…) })`. */
export function overEveryBus(suite: string, define: (hub: SharedHub) => void): void {
  const { hubs, unavailable } = passed();
  for (const hub of hubs) describe(`${suite}, over ${hub.bus}`, () => define(hub));
  if (unavailable !== null) reportMissingRabbitmq(suite, unavailable);
}

/** Why there is no RabbitMQ; null when there is one. */
export const rabbitmqUnavailable = () => passed().unavailable;
