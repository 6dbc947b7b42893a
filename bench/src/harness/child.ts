/** The processes of a measurement, which run apart so that the processor time of each can be measured. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Child = { pid: number; port: number; process: ChildProcess; stop(): Promise<void> };

const root = new URL('../../../../', import.meta.url);
const processes = new URL('../processes/', import.meta.url);

/** The built entry point of a service. */
export const serviceEntry = (name: string) => fileURLToPath(new URL(`services/${name}/dist/src/main.js`, root));

/** The built entry point of a process of this package. */
export const ownEntry = (name: string) => fileURLToPath(new URL(`${name}.js`, processes));

/** Starts a program and waits for its message `{ ready: port }`. Throws when it ends before that. */
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

/** Sends a job to a child and waits for the result. Throws when the child ends before that. */
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

/** Runs `work` with a function that starts children. Ends them all afterwards. */
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
