import { spawn } from 'node:child_process';

/**
 * A shell that waits at the end of a pipe from this process. The pipe closes when this process ends, `kill -9` included.
 * Then the shell asks the server to end once nobody is connected any more, and after ten seconds at once. A server that
 * was started on the folder since then has another process id, and is left alone. At last it removes the folder that it
 * was given, if any.
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

type Watched = { pid: number; folder: string; removeAfterwards?: string | undefined };

/**
 * Makes sure that the PostgreSQL server `pid` on `folder` ends when this process is killed. Returns a function that
 * dismisses the shell.
 */
export function endWithThisProcess({ pid, folder, removeAfterwards = '' }: Watched): () => void {
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
