import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@order-hub/shared/config';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { followOutput } from './service-output.ts';
import type { Say, StartedProcess } from '../processes/supervise.ts';

/** Longer than the 10 s in which a service finishes its requests. */
const patienceMs = 12_000;

/** Options of V8, for the reasons in docs/decisions/0030-options-of-node.md. The Dockerfile sets the same. */
export const nodeOptions = [
  '--no-allocation-site-pretenuring',
  '--retain-maps-for-n-gc=1000000',
  '--max-semi-space-size=8',
];

/** The folder of this package, above both src and dist. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** A file of a built service. Throws ConfigError if the service is not built. */
export function builtFile(service: ServiceName, name: string): string {
  const path = join(packageFolder(), '..', '..', 'services', service, 'dist', 'src', name);
  if (!existsSync(path))
    throw new ConfigError(`The ${service} service is not built (${path} is missing); run: npm run build`);
  return path;
}

/** The entry point of a service, the same as in production. Throws ConfigError if the service is not built. */
export const entryOf = (name: ServiceName): string => builtFile(name, 'main.js');

type ServiceStart = {
  name: ServiceName;
  env: NodeJS.ProcessEnv;
  folder: string;
  showAll: boolean;
  say: Say;
  warn: Say;
  onSpawn(pid: number): void;
};

const endingOf = (code: number | null, signal: string | null) =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code ?? 'unknown'}`;

async function stopProcess(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(killTimer);
}

/** Starts a service as a process. It stops by itself when this process ends. */
export function startServiceProcess({ name, env, folder, showAll, say, warn, onSpawn }: ServiceStart): StartedProcess {
  // In the session of this process: Linux compares the priorities of threads within a session only (decision 24).
  const child = spawn(process.execPath, [...nodeOptions, entryOf(name)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  const output = followOutput(stdout && stderr ? [stdout, stderr] : [], { name, folder, say, warn, showAll });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(endingOf(code, signal)));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => typeof message === 'object' && 'ready' in message && resolve());
    void ended.then((ending) =>
      reject(new ConfigError([`The ${name} service ${ending}.`, ...output.recent].join('\n  '))),
    );
  });
  // The supervisor waits for `ended` instead.
  ready.catch(() => undefined);
  const pid = child.pid ?? 0;
  if (pid !== 0) onSpawn(pid);
  return { pid, ready, ended, stop: () => stopProcess(child, ended) };
}
