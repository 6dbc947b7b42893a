/** `npm run chaos -w @order-hub/e2e [-- --rounds 3]`: the long run, over both buses. Prints its counts. */
import { parseArgs } from 'node:util';
import { startBroker } from '../broker.ts';
import { runChaos, type ChaosOptions } from './run-chaos.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = parseInt(values.rounds, 10);
const ordersAtFullPace = 300 * rounds;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (sentence: string) => print(`  ${sentence}`);

async function play(bus: string, broker: ChaosOptions['broker']): Promise<void> {
  print(`Twenty writers, over ${bus}`);
  const { verdict, faults, failures, output } = await runChaos({
    broker,
    rounds,
    inTurn: true,
    atOnce: true,
    ordersAtFullPace,
    say,
  });
  say(`not answered with 200: ${JSON.stringify(failures)}`);
  print(JSON.stringify(verdict, undefined, 2));
  if (Object.keys(faults).length === 0) return;
  print(`NOT AS PROMISED: ${JSON.stringify(faults)}\n${output}`);
  process.exitCode = 1;
}

await play('the direct bus', undefined);
const broker = await startBroker();
if ('unavailable' in broker) print(`Not run over RabbitMQ: ${broker.unavailable}`);
else {
  try {
    if (!broker.kill) say('This RabbitMQ is not ours to kill; everything else is.');
    await play('RabbitMQ', broker);
  } finally {
    await broker.stop();
  }
}
