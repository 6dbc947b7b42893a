import { ConfigError, misspeltSettings } from './settings/config.ts';
import type { Running } from './lifetime.ts';
import { openLog, type Log } from './log.ts';
import { addressesOf, type AddressConfig } from './neighbours.ts';
import { settledWithin } from './slots/waiting.ts';
import { watchNeighbours } from './watch-neighbours.ts';

type ProcessConfig = AddressConfig & { LOG_LEVEL: string };

/**
 * A process: its settings, how it reads them, and how it starts. `readConfig` throws ConfigError. `lastMs`: how long running
 * requests get after an unexpected error, because the process may hang then.
 */
type Process<Config extends ProcessConfig> = {
  name: string;
  settings: Record<string, unknown>;
  readConfig(env: NodeJS.ProcessEnv): Config;
  start(config: Config, log: Log): Promise<Running>;
  lastMs?: number;
};

function exitWith(error: unknown, log: Log): never {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.error({ err: error }, 'fatal error');
  process.exit(1);
}

/** Reads the settings. Ends the process with a list of all faults. */
function configured<Config extends ProcessConfig>({ name, settings, readConfig }: Process<Config>) {
  const { env } = process;
  const misspelt = misspeltSettings(Object.keys(settings), env);
  try {
    const config = readConfig(env);
    const log = openLog(name, config.LOG_LEVEL);
    for (const sentence of misspelt) log.warn({}, sentence);
    return { config, log };
  } catch (error) {
    const log = openLog(name, 'error');
    if (!(error instanceof ConfigError)) return exitWith(error, log);
    return exitWith(new ConfigError([error.message, ...misspelt.map((line) => `  ${line}`)].join('\n')), log);
  }
}

/** Ends the process once: in order, with exit code 0, or soon after an unexpected error, with 1. */
function ending(log: Log, lastMs = 10_000) {
  const begun = new AbortController();
  let running: Running | undefined;
  let hasFailed = false;

  async function stop(): Promise<void> {
    // Still starting, perhaps waiting for the database: nothing to finish.
    if (!running) process.exit(0);
    if (begun.signal.aborted) return;
    begun.abort();
    await running.drain();
    await running.close().catch(() => undefined);
    process.exit(hasFailed ? 1 : 0);
  }

  async function fail(error: unknown): Promise<void> {
    log.error({ err: error }, 'unexpected error: the process ends');
    if (!running) process.exit(1);
    // Others of the same kind may follow while the process ends.
    if (hasFailed) return;
    hasFailed = true;
    begun.abort();
    await settledWithin(lastMs, running.close());
    process.exit(1);
  }

  return { stop, fail, started: (value: Running) => (running = value), signal: begun.signal };
}

/** Ctrl-C, and the end of a terminal, reach all its processes. The local runner then stops its services in order. */
function followRunner(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', () => void stop());
  if (!process.connected) void stop();
}

/**
 * Runs a process: starts it, reports the port, stops it on a signal. An error that nothing catches, or a rejection, ends the
 * process with exit code 1: its state is unknown, and whoever supervises it starts another. A process that the local runner
 * started also stops when the runner ends or crashes.
 */
export async function run<Config extends ProcessConfig>(declared: Process<Config>): Promise<void> {
  const { config, log } = configured(declared);
  const { stop, fail, started, signal } = ending(log, declared.lastMs);
  // Node makes an uncaught exception of a rejection that nothing handles.
  process.on('uncaughtException', (error) => void fail(error));
  process.on('SIGTERM', () => void stop());
  if (process.send) followRunner(stop);
  else process.on('SIGINT', () => void stop());
  // `start` may throw before it returns a promise.
  const running = await (async () => declared.start(config, log))().catch((error: unknown) => exitWith(error, log));
  started(running);
  log.info({ port: running.port }, 'ready');
  process.send?.({ ready: running.port });
  await watchNeighbours(addressesOf(config), { log, signal });
}
