/**
 * Short forms of `npm run chaos` and `npm run kills`: the parts of a hub are killed while writers are at work. Nothing is lost and
 * nothing is doubled.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lifetime } from '@order-hub/shared/lifetime';
import { sized } from '@order-hub/testing/extent';
import type { TestRabbitmq } from '@order-hub/testing/rabbitmq';
import { startBroker } from '../src/broker.ts';
import { runChaosOn, type ChaosReport } from '../src/chaos/run-chaos.ts';
import { startRunner, type Runner } from '../src/chaos/runner.ts';
import { runKillsOn } from '../src/kills/run-kills.ts';
import { overEveryBus } from './over-every-bus.ts';

const pace = sized({ inTurn: false, ordersAtFullPace: 10 }, { inTurn: true, ordersAtFullPace: 120 });
const kills = sized(2, 30);
const testMs = 400_000;

/** Shows the whole report when a count is wrong. */
function expectNothingLost({ verdict, faults, failures, output }: ChaosReport, said: readonly string[]): void {
  const story =
    Object.keys(faults).length === 0 ? '' : [...said, JSON.stringify({ verdict, failures }), output].join('\n');
  expect([faults, story]).toEqual([{}, '']);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  // A writer may have requests in flight when a process dies, and until it is back.
  expect(verdict.attempted).toBe(verdict.acknowledged + verdict.unknown);
}

overEveryBus('a hub', ({ bus }) => {
  const life = lifetime();
  let broker: TestRabbitmq | undefined;
  let runner: Runner;
  beforeAll(async () => {
    const started = bus === 'rabbitmq' ? await startBroker() : undefined;
    if (started && 'unavailable' in started) throw new Error(started.unavailable);
    if (started) broker = life.opened(started, ({ stop }) => stop());
    const folder = life.opened(mkdtempSync(join(tmpdir(), 'order-hub-chaos-')), async (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    runner = life.opened(await startRunner(folder, broker?.url), ({ stop }) => stop());
  }, testMs);
  afterAll(() => life.close(), testMs);

  test(
    'kill -9 of every part loses no order and no event, and doubles none',
    async () => {
      const said: string[] = [];
      const say = (text: string) => void said.push(text);
      expectNothingLost(await runChaosOn(runner, { broker, rounds: 1, atOnce: true, ...pace, say }), said);
    },
    testMs,
  );

  test(
    'kills of the gateway and of orders make no second order for a key',
    async () => {
      const { doubled, missing, different, keys } = await runKillsOn(runner, kills);
      expect([{ doubled, missing, different }, keys > 0]).toEqual([{ doubled: 0, missing: 0, different: 0 }, true]);
    },
    testMs,
  );
});
