import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@order-hub/shared/config';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { followOutput } from './service-output.ts';
import type { Say, StartedProcess } from './supervise.ts';

/** Longer than a service takes to let its running requests finish. */
const patienceMs = 12_000;

/**
 * Most of what a request makes is gone when it is answered: with room for more of it, V8 tidies up less often, and moves
 * less that is about to go (the Dockerfile says the same). In MB.
 */
const nodeOptions = ['--max-semi-space-size=32'];

/** The folder of this package, the same from the sources and from what is built of them. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The entry point of a service as in production. Throws ConfigError when it is not built. */
export function entryOf(name: ServiceName): string {
  const entry = join(packageFolder(), '..', '..', 'services', name, 'dist', 'src', 'main.js');
  if (!existsSync(entry))
    throw new ConfigError(`The ${name} service is not built (${entry} is missing); run: npm run build`);
  return entry;
}

type ServiceStart = {
  name: ServiceName;
  env: NodeJS.ProcessEnv;
  folder: string;
  showAll: boolean;
  say: Say;
  onSpawn(pid: number): void;
};

const howItEnded = (code: number | null, signal: string | null) =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code ?? 'unknown'}`;

async function stopProcess(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(insist);
}

/** Starts a service as a process of its own; it stops by itself when this process goes away. */
export function startServiceProcess({ name, env, folder, showAll, say, onSpawn }: ServiceStart): StartedProcess {
  // A session of its own: Ctrl-C reaches the runner alone, which then stops everything in order.
  const child = spawn(process.execPath, [...nodeOptions, entryOf(name)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const { stdout, stderr } = child;
  const output = followOutput(stdout && stderr ? [stdout, stderr] : [], { name, folder, say, showAll });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(howItEnded(code, signal)));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => typeof message === 'object' && 'ready' in message && resolve());
    void ended.then((how) => reject(new ConfigError([`The ${name} service ${how}.`, ...output.recent].join('\n  '))));
  });
  // Whoever starts the service again looks at `ended`.
  ready.catch(() => undefined);
  const pid = child.pid ?? 0;
  if (pid !== 0) onSpawn(pid);
  return { pid, ready, ended, stop: () => stopProcess(child, ended) };
}
