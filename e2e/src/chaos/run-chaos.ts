/** Runs a hub under load while its parts are killed one after another, and checks its data at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRabbitmq } from '@order-hub/testing/rabbitmq';
import { eventually } from '@order-hub/testing/call';
import { lifetime } from '@order-hub/shared/lifetime';
import { everythingAtOnce, singleFaults, type Fault } from './faults.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { withRunner, type Runner } from './runner.ts';
import { openShop, type Shop } from './shop.ts';
import { settle, watch } from './settle.ts';
import { faultsOf, type Verdict } from './verdict.ts';
import { startWriters } from './writers.ts';

export type ChaosOptions = {
  /** A broker for this hub alone. Without one the hub uses the direct bus. */
  broker: TestRabbitmq | undefined;
  /** How often each fault happens. */
  rounds: number;
  /** Whether each part is killed by itself, in turn. */
  inTurn: boolean;
  /** Ends each round by killing everything at once. */
  atOnce: boolean;
  /** How many orders each writer sends at full pace. It then slows down: on a slow machine the faults take longer. */
  ordersAtFullPace: number;
  say: (sentence: string) => void;
};

export type ChaosReport = {
  verdict: Verdict;
  /** The counts that should be 0 and are not. */
  faults: Partial<Verdict>;
  /** Reasons why requests were not answered with 200, with their counts. */
  failures: Record<string, number>;
  /** The output of the runner, to find the cause. */
  output: string;
};

const writers = { count: 20, pauseMs: 300, slowPauseMs: 3_000 };
const calmMs = 1_500;
const recoveryMs = 240_000;

const seconds = (sinceMs: number) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Causes a fault and waits until orders are acknowledged again. */
async function strike({ name, strike: kill }: Fault, ledger: Ledger, say: ChaosOptions['say']): Promise<void> {
  const sinceMs = Date.now();
  await kill();
  // A dying process may still acknowledge requests in flight.
  await sleep(calmMs / 2);
  const afterMs = Date.now();
  await eventually(() => ledger.lastAcknowledgedMs > afterMs, recoveryMs).catch((cause: unknown) => {
    throw new Error(`kill -9 ${name}: no order was taken within ${seconds(afterMs)}`, { cause });
  });
  say(`kill -9 ${name}: orders are taken again after ${seconds(sinceMs)}`);
  await sleep(calmMs);
}

type Scene = { runner: Runner; shops: Shop[]; ledger: Ledger };

async function strikeAll(
  { runner, ledger }: Scene,
  { broker, rounds, inTurn, atOnce, say }: ChaosOptions,
): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    if (rounds > 1) say(`round ${round} of ${rounds}`);
    for (const fault of inTurn ? singleFaults(runner, broker) : []) await strike(fault, ledger, say);
    if (atOnce) await strike(everythingAtOnce(runner), ledger, say);
  }
}

async function play(scene: Scene, options: ChaosOptions): Promise<Verdict> {
  const { shops, ledger } = scene;
  const watched = shops.map(watch);
  const stopWriters = startWriters(shops, ledger, { ...writers, ordersAtFullPace: options.ordersAtFullPace });
  try {
    await eventually(() => ledger.attempts.size >= writers.count * 2, recoveryMs);
    await strikeAll(scene, options);
  } finally {
    await stopWriters();
  }
  const sinceMs = Date.now();
  const verdict = await settle(ledger, watched);
  options.say(`all events arrived ${seconds(sinceMs)} after the last order`);
  return verdict;
}

/** Runs chaos on a hub that nothing else uses. */
export async function runChaosOn(runner: Runner, options: ChaosOptions): Promise<ChaosReport> {
  const life = lifetime();
  try {
    const shops: Shop[] = [];
    for (let count = 0; count < 2; count += 1) {
      shops.push(life.opened(await openShop(runner.address()), ({ close }) => close()));
    }
    const ledger = openLedger();
    const verdict = await play({ runner, shops, ledger }, options);
    const failures = Object.fromEntries(ledger.failures);
    return { verdict, faults: faultsOf(verdict), failures, output: runner.output() };
  } finally {
    await life.close();
  }
}

/** Runs chaos on a hub in a temporary folder. */
export const runChaos = (options: ChaosOptions): Promise<ChaosReport> =>
  withRunner('chaos', options.broker?.url, (runner) => runChaosOn(runner, options));
