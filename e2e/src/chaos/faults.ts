/** Kills processes, and restarts those that nothing else restarts. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRabbitmq } from '@order-hub/testing/rabbitmq';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Runner } from './runner.ts';

const rabbitmqAwayMs = 2_000;

export type Fault = { name: string; strike(): Promise<void> };

const sendKill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
};

function childrenOf(parent: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((text) => parseInt(text, 10)),
    )
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

async function killPostgres(runner: Runner): Promise<void> {
  const postmaster = runner.postmaster();
  [postmaster, ...childrenOf(postmaster)].forEach(sendKill);
}

const killService = (runner: Runner, name: ServiceName): Fault => ({
  name,
  strike: async () => sendKill(runner.services()[name]),
});

function rabbitmqFaults(broker: TestRabbitmq | undefined): Fault[] {
  if (!broker?.kill || !broker.start) return [];
  const { kill, start } = broker;
  return [
    {
      name: 'rabbitmq',
      async strike() {
        await kill();
        // While the broker is down, orders are accepted and their messages wait in the outbox.
        await sleep(rabbitmqAwayMs);
        await start();
      },
    },
  ];
}

/** Every single fault. Those that delay events the longest come first. */
export function singleFaults(runner: Runner, broker: TestRabbitmq | undefined): Fault[] {
  const restart: Fault = {
    name: 'runner',
    async strike() {
      await runner.kill();
      await runner.start();
    },
  };
  return [
    killService(runner, 'events'),
    restart,
    killService(runner, 'orders'),
    { name: 'postgres', strike: () => killPostgres(runner) },
    ...rabbitmqFaults(broker),
    killService(runner, 'auth'),
    killService(runner, 'gateway'),
  ];
}

/** Kills all services and the database at once. */
export const everythingAtOnce = (runner: Runner): Fault => ({
  name: 'everything',
  async strike() {
    await killPostgres(runner);
    Object.values(runner.services()).forEach(sendKill);
  },
});
