import { spawn } from 'node:child_process';

/**
 * A shell that reads from a pipe of this process. The pipe closes when this process ends, even by `kill -9`. The shell then
 * asks the server to end when all clients have disconnected, and after ten seconds to end at once. It does not touch a server
 * that was started on the folder later, which has another process id. Finally it removes the given folder, if any.
 */
const script = `
  read -r _
  runs() { kill -0 "$1" && read -r pid < "$2/postmaster.pid" && [ "$pid" = "$1" ]; }
  runs "$@" && kill -TERM "$1"
  seconds=0
  while runs "$@"; do
    [ "$seconds" = 10 ] && kill -INT "$1"
    sleep 1
    seconds=$((seconds + 1))
  done
  [ -z "$3" ] || rm -rf "$3"
`;

type WatchedServer = { pid: number; folder: string; removeAfterwards?: string | undefined };

/**
 * Ensures that the PostgreSQL server `pid` on `folder` ends when this process is killed. Returns a function that ends the
 * shell.
 */
export function endWithThisProcess({ pid, folder, removeAfterwards = '' }: WatchedServer): () => void {
  const shell = spawn('sh', ['-c', `{ ${script} } 2>/dev/null`, 'sh', String(pid), folder, removeAfterwards], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => {
    shell.kill('SIGKILL');
    shell.stdin.destroy();
  };
}
