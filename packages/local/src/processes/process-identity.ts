import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process. Its start time tells it from a later process with the same id. */
export type ProcessIdentity = { pid: number; started: string };

function fromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain anything. After it come the state (field 3) and the start time (field 22).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}

function fromPs(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

const read = <Value>(onLinux: () => Value, elsewhere: () => Value): Value | undefined => {
  if (process.platform !== 'linux') return elsewhere();
  try {
    return onLinux();
  } catch {
    return undefined;
  }
};

/** The process that runs under this id, or undefined if there is none or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = read(
    () => fromProc(pid),
    () => fromPs(pid, 'lstart'),
  );
  return started === undefined ? undefined : { pid, started };
}

/** Whether this very process still runs. */
export const isRunning = ({ pid, started }: ProcessIdentity): boolean => identify(pid)?.started === started;

/** The command line of a running process. */
export const commandOf = (pid: number): string | undefined =>
  read(
    () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    () => fromPs(pid, 'command'),
  );
