import type { Log } from '@order-hub/shared/log';

type RoundsOptions = {
  /** Looks at the candidates; null looks at everything. */
  round(candidates: readonly string[] | null): Promise<void>;
  pollMs: number;
  log: Log;
};

/** One round at a time: at once for whom somebody wakes, and over everything each `pollMs`. A round that fails is repeated. */
export function startRounds({ round, pollMs, log }: RoundsOptions) {
  let woken = new Set<string>();
  let isPollDue = true;
  let closed = false;
  let troubled = false;
  let running: Promise<void> | undefined;

  async function oneRound(): Promise<boolean> {
    const candidates = isPollDue ? null : [...woken];
    const before = woken;
    woken = new Set();
    isPollDue = false;
    try {
      await round(candidates);
      if (troubled) log.info({}, 'pushing goes on');
      troubled = false;
      return true;
    } catch (error) {
      for (const id of before) woken.add(id);
      if (!troubled) log.warn({ reason: (error as Error).message }, 'pushing waits');
      troubled = true;
      return false;
    }
  }

  async function run(): Promise<void> {
    while (!closed && (woken.size > 0 || isPollDue)) {
      // After a failure the next tick tries again.
      if (!(await oneRound())) return;
    }
  }

  function start(): void {
    if (closed || running) return;
    running = run().finally(() => {
      running = undefined;
    });
  }

  const timer = setInterval(() => {
    isPollDue = true;
    start();
  }, pollMs);
  start();

  return {
    wake(connection_ids: readonly string[]): void {
      for (const id of connection_ids) woken.add(id);
      if (connection_ids.length === 0) isPollDue = true;
      start();
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
