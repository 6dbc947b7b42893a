/** Server processes that belong to one test run, and end with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The first of the paths that exists. */
export async function firstExisting(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return undefined;
}

/** The paths that a program may have. */
export const onPath = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

/** Kills a process group that `start` started. */
export async function killGroup(child: ChildProcess | undefined): Promise<void> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // `start` unreferenced the child. Until it ends, it must keep this process alive.
  child.ref();
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Starts a process in its own group. It does not keep this process alive. */
export function start(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  // In a temporary folder, because a node that crashes writes its dump into the working directory.
  const child = spawn(command, args, { env, cwd: env['HOME'], detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/**
 * A shell that reads from a pipe of this process. The pipe closes when this process ends, even by `kill -9`. The shell then
 * kills the process groups that it last read, and removes the folder.
 */
export function watcher(folder: string) {
  const end = 'for pid in $pids; do [ "$pid" -gt 1 ] && kill -9 "-$pid"; done; sleep 1; rm -rf "$1"';
  const shell = spawn('sh', ['-c', `{ while read -r line; do pids=$line; done; ${end}; } 2>/dev/null`, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    watch(children: (ChildProcess | undefined)[]): void {
      shell.stdin.write(`${children.map((child) => child?.pid ?? 0).join(' ')}\n`);
    },
    dismiss(): void {
      shell.kill('SIGKILL');
      shell.stdin.destroy();
    },
  };
}
