import { ConfigError } from '@order-hub/shared/config';
import { keepDemo } from './demo.ts';
import { startHub, type Hub } from './hub.ts';
import { welcome } from './screen.ts';

const say = (sentence: string) => process.stdout.write(`  ${sentence}\n`);

/** Ends with one sentence for what the person can change, with everything we know for what they cannot. */
function fail(error: unknown): never {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
}

let stopAsked = false;
let hub: Hub | undefined;

async function stop(): Promise<void> {
  // Asked again, or before everything runs: the services and the database notice that we are gone, and stop by themselves.
  if (stopAsked || !hub) process.exit(1);
  stopAsked = true;
  process.stdout.write('\nStopping the order hub\n');
  await hub.stop();
  process.exit(0);
}

process
  .on('SIGINT', () => void stop())
  .on('SIGTERM', () => void stop())
  .on('SIGHUP', () => void stop());

process.stdout.write('Starting the order hub\n');
try {
  hub = await startHub({ say });
  say('everything is ready');
  process.stdout.write(welcome(hub, await keepDemo(hub)));
} catch (error) {
  await hub?.stop();
  fail(error);
}
