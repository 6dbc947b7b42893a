import { ConfigError } from '@order-hub/shared/config';
import { keepDemo } from './demo/demo.ts';
import { startHub, type Hub } from './hub.ts';
import { welcome } from './demo/welcome.ts';

const say = (sentence: string) => process.stdout.write(`  ${sentence}\n`);

/** Exits with a sentence if the user can fix the error, else with the stack. */
function fail(error: unknown): never {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
}

let isStopping = false;
let hub: Hub | undefined;

async function stop(): Promise<void> {
  // On a second signal, or during the start, just exit: services and database stop by themselves when this process ends.
  if (isStopping || !hub) process.exit(1);
  isStopping = true;
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
