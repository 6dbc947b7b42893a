/**
 * Kills the gateway and orders at random moments while writers repeat orders with their keys until they are answered: there
 * must be exactly one order for each key (docs/api/conventions.md#idempotency-keys).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { startRunner, type Runner } from '../chaos/runner.ts';
import { listStored } from '../chaos/stored-orders.ts';
import { openShop } from '../chaos/shop.ts';
import { startKeyedWriters, type Written } from './keyed-writers.ts';

/** What was counted. `doubled`, `missing` and `different` must be 0. */
export type KillsReport = {
  kills: number;
  keys: number;
  repeats: number;
  replayed: number;
  doubled: number;
  missing: number;
  different: number;
  failures: Record<string, number>;
};

const writerCount = 8;
const recoveryMs = 60_000;
/** Long enough for orders to be under way in each step. */
const pauseMsMax = 400;

function killOne(runner: Runner): void {
  const { gateway, orders } = runner.services();
  try {
    process.kill(Math.random() < 0.5 ? gateway : orders, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Kills again and again, each time once orders are answered again. */
async function killAll(runner: Runner, written: Written, kills: number, say: (text: string) => void): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = Date.now();
    await eventually(() => written.lastMs >= before, recoveryMs);
    await sleep(Math.random() * pauseMsMax);
    killOne(runner);
    if (kill % 100 === 0) say(`${kill} kills, ${written.answered.length} orders`);
  }
}

function reportOf({ answered, failures }: Written, stored: readonly { id: string; ref: string }[], kills: number) {
  const ids = new Map<string, string[]>();
  for (const { ref, id } of stored) ids.set(ref, [...(ids.get(ref) ?? []), id]);
  const count = (isCounted: (found: readonly string[], id: string) => boolean) =>
    answered.filter(({ ref, id }) => isCounted(ids.get(ref) ?? [], id)).length;
  return {
    kills,
    keys: answered.length,
    repeats: answered.reduce((sum, { repeats }) => sum + repeats, 0),
    replayed: answered.filter(({ isReplayed }) => isReplayed).length,
    doubled: count((found) => found.length > 1),
    missing: count((found) => found.length === 0),
    different: count((found, id) => found.length === 1 && found[0] !== id),
    failures: Object.fromEntries(failures),
  };
}

/** Runs a hub in a temporary folder, and kills its gateway and orders `kills` times. */
export async function runKills(kills: number, say: (text: string) => void = () => undefined): Promise<KillsReport> {
  const life = lifetime();
  try {
    const folder = life.opened(mkdtempSync(join(tmpdir(), 'order-hub-kills-')), async (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    const runner = life.opened(await startRunner(folder), ({ stop }) => stop());
    const shop = life.opened(await openShop(runner.address()), ({ close }) => close());
    const { written, stop } = startKeyedWriters(shop.website, writerCount);
    await killAll(runner, written, kills, say).finally(stop);
    return reportOf(written, await listStored(shop), kills);
  } finally {
    await life.close();
  }
}
