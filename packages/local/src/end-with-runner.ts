import { spawn } from 'node:child_process';

/**
 * Waits at the end of a pipe from this process. However this process ends, `kill -9` included, the pipe closes; then
 * the server is asked to end once the services have let go of it, and after ten seconds at once. A server that was
 * started on the folder since then is another one, and left alone.
 */
const script = `
  read -r _
  is_ours() { read -r pid < "$2/postmaster.pid" && [ "$pid" = "$1" ]; }
  is_ours "$@" && kill -TERM "$1"
  for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; is_ours "$@" || exit 0; done
  kill -INT "$1"
`;

/** Makes sure that the PostgreSQL server `pid` on `folder` ends when this process is killed. Gives how to dismiss that. */
export function endWithRunner(pid: number, folder: string): () => void {
  const watcher = spawn('sh', ['-c', `{ ${script} } 2>/dev/null`, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  return () => {
    watcher.kill('SIGKILL');
    watcher.stdin.destroy();
  };
}
