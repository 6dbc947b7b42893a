import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

const pollMs = 20;

async function isGone(target: ProcessIdentity, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pollMs) {
    if (!isRunning(target)) return true;
    await sleep(pollMs);
  }
  return !isRunning(target);
}

/** Sends a signal. Does nothing if the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Sends the signal `ask`, waits up to `patienceMs` for the process to end, then sends `insist`. Throws if the process still
 * does not end.
 */
export async function endProcess(
  target: ProcessIdentity,
  ask: NodeJS.Signals,
  insist: NodeJS.Signals,
  patienceMs: number,
): Promise<void> {
  if (!isRunning(target)) return;
  signal(target.pid, ask);
  if (await isGone(target, patienceMs)) return;
  signal(target.pid, insist);
  if (await isGone(target, patienceMs)) return;
  throw new Error(`Process ${target.pid} of an earlier run does not end; kill it and start again`);
}
