/** Replaces every process of a hub under load, by this release and back, and checks the hub's data at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { lifetime } from '@order-hub/shared/lifetime';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { startEmbeddedPostgres } from '@order-hub/testing/embedded-postgres';
import { openLedger } from '../chaos/ledger.ts';
import { settle, watch } from '../chaos/settle.ts';
import { openShop, type Shop } from '../chaos/shop.ts';
import { faultsOf } from '../chaos/verdict.ts';
import { startWriters } from '../chaos/writers.ts';
import { startFleet, type Fleet } from '../fleet/fleet.ts';
import { migrateSchema } from '../fleet/replica.ts';
import { root } from '../root.ts';
import { countRequests, type Requests } from './requests.ts';
import { settingsFor } from './settings.ts';

/** `before`: the folder of the older release. `requestsMin`: how many requests the load makes at least. */
export type RollingOptions = {
  before: string;
  broker: string;
  requestsMin: number;
  say: (sentence: string) => void;
};

/** docs/upgrade.md#the-order */
const order = ['events', 'customers', 'orders', 'catalog', 'auth', 'back-office', 'gateway'] as const;
const withSchema = serviceNames.filter((name) => name !== 'gateway' && name !== 'back-office');

const writers = { count: 20, pauseMs: 500, slowPauseMs: 500, ordersAtFullPace: Infinity };

const secondsSince = (ms: number) => `${((performance.now() - ms) / 1000).toFixed(1)} s`;
const countOf = ({ sent, failures }: Requests) => `${sent} requests, ${failures.length} failed`;

type Scene = RollingOptions & { fleet: Fleet; requests: Requests; migrate(release: string): Promise<void> };

async function replaceAll(what: string, names: readonly ServiceName[], release: string, scene: Scene): Promise<void> {
  const { fleet, requests, say } = scene;
  for (const name of names) {
    const beganMs = performance.now();
    await fleet.replace(name, release);
    say(`${what}: ${name} after ${secondsSince(beganMs)}; ${countOf(requests)}`);
  }
}

/** Upgrades, restarts everything, and goes back: every process is replaced three times. */
async function roll(scene: Scene): Promise<void> {
  const { before, migrate, say } = scene;
  const beganMs = performance.now();
  await migrate(root);
  say(`migrated in ${secondsSince(beganMs)}`);
  await replaceAll('upgrade', order, root, scene);
  await replaceAll('restart', order, root, scene);
  await replaceAll('roll back', order.toReversed(), before, scene);
}

async function underLoad(shops: readonly Shop[], scene: Scene) {
  const ledger = openLedger();
  const watched = shops.map((shop) => watch(countRequests(shop, scene)));
  const stopWriters = startWriters(
    watched.map(({ shop }) => shop),
    ledger,
    writers,
  );
  try {
    await roll(scene);
    while (scene.requests.sent < scene.requestsMin) await sleep(1_000);
  } finally {
    await stopWriters();
  }
  const beganMs = performance.now();
  const verdict = await settle(ledger, watched);
  scene.say(`compared ${verdict.attempted} orders and their events in ${secondsSince(beganMs)}`);
  return verdict;
}

/** Starts two replicas of each service of the older release, on a PostgreSQL of its own, and replaces them under load. */
export async function runRolling(options: RollingOptions) {
  const { before, broker, say } = options;
  const life = lifetime();
  try {
    const postgres = life.opened(await startEmbeddedPostgres({ survives: true }), ({ stop }) => stop());
    const { envOf, operator_key } = settingsFor({ database: postgres.url, broker });
    const migrate = async (release: string) => {
      for (const name of withSchema) await migrateSchema(release, name, envOf(name));
    };
    await migrate(before);
    const fleet = await startFleet({ names: order, replicas: 2, release: before, envOf });
    let crash: Error | undefined;
    life.opened(fleet, ({ stop }) => stop().catch((error: unknown) => (crash = error as Error)));
    say(`${order.length * 2} processes of the older release are ready`);
    const operator = { auth_url: fleet.addressOf('auth'), operator_key };
    const hub = { base_url: `${fleet.addressOf('gateway')}/v1`, operator };
    const shops: Shop[] = [];
    for (let count = 0; count < 2; count += 1) shops.push(life.opened(await openShop(hub), ({ close }) => close()));
    const requests: Requests = { sent: 0, failures: [] };
    const verdict = await underLoad(shops, { ...options, fleet, requests, migrate });
    const pushed = shops.reduce((sum, { received }) => sum + received.length, 0);
    await life.close();
    if (crash) throw crash;
    return { verdict, faults: faultsOf(verdict), requests, pushed };
  } finally {
    await life.close();
  }
}
