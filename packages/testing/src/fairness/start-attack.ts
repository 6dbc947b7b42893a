import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackJob } from './attacker.ts';

/** The built program, also when this file runs from its source. */
const attacker = new URL('dist/src/fairness/attacker.js', import.meta.url.replace(/(\/packages\/testing\/).*$/, '$1'));

/** Starts an attack in a process of its own, after its preparation. `stop` ends it. Throws when the process ends by itself. */
export async function startAttack(job: AttackJob): Promise<{ stop(): Promise<void> }> {
  const child = fork(fileURLToPath(attacker), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const ready = once(child, 'message');
  child.send(job);
  const failed = ended.then(() => Promise.reject(new Error(`The attack "${job.name}" ended before it began`)));
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return {
    async stop() {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (!isRunning) throw new Error(`The attack "${job.name}" has ended by itself`);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
