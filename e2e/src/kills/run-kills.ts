/**
 * Kills the gateway and orders at random moments while writers repeat orders with their keys until they are answered: there
 * must be exactly one order for each key (docs/api/conventions.md#idempotency-keys).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { withRunner, type Runner } from '../chaos/runner.ts';
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

/** Kills orders and the gateway in turn. */
function killOne(runner: Runner, kill: number): void {
  const { gateway, orders } = runner.services();
  try {
    process.kill(kill % 2 === 0 ? gateway : orders, 'SIGKILL');
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
    killOne(runner, kill);
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

/** Kills the gateway and orders of a hub `kills` times. */
export async function runKillsOn(
  runner: Runner,
  kills: number,
  say: (text: string) => void = () => undefined,
): Promise<KillsReport> {
  const life = lifetime();
  try {
    const shop = life.opened(await openShop(runner.address()), ({ close }) => close());
    const { written, stop } = startKeyedWriters(shop.website, writerCount);
    await killAll(runner, written, kills, say).finally(stop);
    return reportOf(written, await listStored(shop), kills);
  } finally {
    await life.close();
  }
}

/** The same for a hub in a temporary folder. */
export const runKills = (kills: number, say?: (text: string) => void): Promise<KillsReport> =>
  withRunner('kills', undefined, (runner) => runKillsOn(runner, kills, say));
