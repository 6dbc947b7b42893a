import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '@order-hub/shared/neighbours';

/** A process of a service. `end` tells it to stop, and waits; it throws when the process has ended before. */
export type Replica = { port: number; end(): Promise<void> };

const entryOf = (release: string, name: ServiceName, file: string) =>
  join(release, 'services', name, 'dist', 'src', file);

/**
 * Starts a process and waits until it is ready. `release`: the folder of a built repository. Throws, with what it wrote, when
 * it ends before.
 */
export async function startReplica(release: string, name: ServiceName, env: NodeJS.ProcessEnv): Promise<Replica> {
  const child = spawn(process.execPath, [entryOf(release, name, 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part.toString()));
  const closed = once(child, 'close');
  const ended = closed.then(() => {
    throw new Error(`${name} ended:\n${output.join('')}`);
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: number }];
  return {
    port: message.ready,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) await ended;
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Migrates the schema of a service. Throws, with what was written, when that fails. */
export async function migrateSchema(release: string, name: ServiceName, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(process.execPath, [entryOf(release, name, 'migrate.js')], { env });
}
