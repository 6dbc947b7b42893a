/** A short form of `npm run chaos`: kills every part once while twenty writers are at work. */
import { describe, expect, test } from '@jest/globals';
import { startBroker } from '../src/broker.ts';
import { runChaos, type ChaosOptions, type ChaosReport } from '../src/chaos/run-chaos.ts';
import { passedHubs } from './hubs.ts';
import { reportMissingRabbitmq } from './over-every-bus.ts';

const suite = 'kill -9 of every part in turn';
const testMs = 400_000;

const play = async (broker: ChaosOptions['broker']) => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const report = await runChaos({ broker, rounds: 1, atOnce: false, ordersAtFullPace: 120, say });
  return { ...report, said };
};

/** Shows the whole report when a count is wrong. */
function expectNothingLost({ verdict, faults, failures, output, said }: ChaosReport & { said: string[] }): void {
  const story =
    Object.keys(faults).length === 0 ? '' : [...said, JSON.stringify({ verdict, failures }), output].join('\n');
  expect([faults, story]).toEqual([{}, '']);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  // A writer may have requests in flight when a process dies, and until it is back.
  expect(verdict.attempted).toBe(verdict.acknowledged + verdict.unknown);
}

async function playOverRabbitmq() {
  const broker = await startBroker();
  if ('unavailable' in broker) throw new Error(broker.unavailable);
  return play(broker).finally(broker.stop);
}

describe(suite, () => {
  const { hubs, unavailable } = passedHubs();
  const plays = { direct: () => play(undefined), rabbitmq: playOverRabbitmq };
  for (const { bus } of hubs) test(`over ${bus}`, async () => expectNothingLost(await plays[bus]()), testMs);
  if (unavailable !== null) reportMissingRabbitmq(suite, unavailable);
});
