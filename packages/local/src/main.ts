import { ConfigError } from '@order-hub/shared/config';
import { keepDemo } from './demo.ts';
import { startHub, type Hub } from './hub.ts';
import { welcome } from './screen.ts';

const say = (sentence: string) => process.stdout.write(`  ${sentence}\n`);

/** Exits with a sentence when the person can fix the error, with the stack when they cannot. */
function fail(error: unknown): never {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
}

let stopAsked = false;
let hub: Hub | undefined;

async function stop(): Promise<void> {
  // On a second signal, or during the start, just exit: the services and the database stop by themselves when this
  // process is gone.
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
