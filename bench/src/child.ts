/** Processes of a measurement: each runs on its own, so that its processor time can be told apart. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Child = { pid: number; port: number; process: ChildProcess; stop(): Promise<void> };

const root = new URL('../../../', import.meta.url);
const processes = new URL('./processes/', import.meta.url);

/** Where a service's built entry point is. */
export const serviceEntry = (name: string) => fileURLToPath(new URL(`services/${name}/dist/src/main.js`, root));

/** Where a process of this package is. */
export const ownEntry = (name: string) => fileURLToPath(new URL(`${name}.js`, processes));

/** Starts a program that says `{ ready: port }` once it works. Throws when it ends before that. */
export async function startChild(entry: string, env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const child = fork(entry, [], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ready = once(child, 'message') as Promise<[{ ready: number }]>;
  const failed = ended.then(() => Promise.reject(new Error(`${entry} ended before it was ready`)));
  failed.catch(() => undefined);
  const [{ ready: port }] = await Promise.race([ready, failed]);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid ?? 0, port, process: child, stop };
}

/** Gives a child a job, and waits for its result. Throws when it ends before that. */
export async function ask<Result>({ process: child }: Child, job: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('A process of the measurement ended before it had a result'));
    child.once('exit', onExit).once('message', (result) => {
      child.off('exit', onExit);
      resolve(result as Result);
    });
    child.send(job);
  });
}

/** Runs `work` with children that it starts by the given function, and ends them whatever happens. */
export async function withChildren<Result>(work: (start: typeof startChild) => Promise<Result>): Promise<Result> {
  const children: Child[] = [];
  try {
    return await work(async (entry, env) => {
      const child = await startChild(entry, env);
      children.push(child);
      return child;
    });
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}
