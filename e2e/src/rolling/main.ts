/**
 * `npm run rolling -w @order-hub/e2e [-- --from <git ref>] [--requests 20000]`: a rolling upgrade from that release to this one,
 * a restart of everything, and the way back, under load over RabbitMQ.
 */
import { parseArgs } from 'node:util';
import { startBroker } from '../broker.ts';
import { buildRelease, findReleaseBefore } from './build-release.ts';
import { runRolling } from './run-rolling.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, requests: { type: 'string', default: '20000' } },
});
const beganMs = performance.now();
const say = (sentence: string) =>
  void process.stdout.write(`${((performance.now() - beganMs) / 1000).toFixed(0).padStart(4)} s  ${sentence}\n`);

const broker = await startBroker();
if ('unavailable' in broker) throw new Error(`A rolling upgrade needs RabbitMQ: ${broker.unavailable}`);
const from = values.from ?? (await findReleaseBefore());
say(`building the release ${from}`);
const release = await buildRelease(from);
try {
  say(`built ${release.commit}`);
  const requestsMin = parseInt(values.requests, 10);
  const report = await runRolling({ before: release.folder, broker: broker.url, requestsMin, say });
  const { verdict, faults, requests, pushed } = report;
  say(JSON.stringify(verdict, undefined, 2));
  if (Object.keys(faults).length > 0) say(`faults: ${JSON.stringify(faults)}`);
  const isKept = requests.failures.length === 0 && Object.keys(faults).length === 0;
  if (!isKept) process.exitCode = 1;
  const found = `${requests.sent} requests, ${requests.failures.length} failed; ${pushed} events pushed`;
  say(`${isKept ? 'AS PROMISED' : 'NOT AS PROMISED'}: ${found}`);
} finally {
  await release.remove();
  await broker.stop();
}
