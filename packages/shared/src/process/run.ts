import { ConfigError } from './config.ts';
import type { Running } from './lifetime.ts';
import { openLog, type Log } from './log.ts';

function reportAndExit(log: Log, error: unknown): never {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.error({ err: error }, 'fatal error');
  process.exit(1);
}

/**
 * Runs a process: starts it, reports the port, stops it on a signal. A process that the local runner started also stops when
 * the runner ends or crashes.
 */
export async function run(name: string, start: (env: NodeJS.ProcessEnv, log: Log) => Promise<Running>): Promise<void> {
  const { env } = process;
  const log = openLog(name, env['LOG_LEVEL'] || 'info');
  process.on('unhandledRejection', (error) => reportAndExit(log, error));
  let running: Running | undefined = undefined;
  let stopping = false;
  const stop = () => {
    // Still starting, perhaps waiting for the database: nothing to finish.
    if (!running) process.exit(0);
    if (stopping) return;
    stopping = true;
    void running.close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (process.send) process.on('disconnect', stop);
  if (process.send && !process.connected) stop();
  // `start` may throw before it returns a promise: invalid settings do.
  running = await (async () => start(env, log))().catch((error: unknown) => reportAndExit(log, error));
  log.info({ port: running.port }, 'ready');
  process.send?.({ ready: running.port });
}
