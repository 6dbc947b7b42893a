import type { Log } from '@order-hub/shared/log';

/** To wake: whoever it may be. */
export const everything = null;

type RoundsOptions = {
  /** Looks at the candidates; null looks at everything. */
  round(candidates: readonly string[] | null): Promise<void>;
  pollMs: number;
  log: Log;
};

/** Who is to be looked at in the next round. */
function waitingList() {
  let ids = new Set<string>();
  let isEverything = true;
  return {
    add(more: readonly string[] | null): void {
      if (more === everything) isEverything = true;
      else for (const id of more) ids.add(id);
    },
    isEmpty: () => !isEverything && ids.size === 0,
    takeAll(): string[] | null {
      const taken = isEverything ? everything : [...ids];
      ids = new Set();
      isEverything = false;
      return taken;
    },
  };
}

/** Says once that rounds fail, and once that they go on. */
function troubleLog(log: Log) {
  let troubled = false;
  return {
    trouble(reason: string): void {
      if (!troubled) log.warn({ reason }, 'pushing waits');
      troubled = true;
    },
    well(): void {
      if (troubled) log.info({}, 'pushing goes on');
      troubled = false;
    },
  };
}

/** One round at a time: at once for whom somebody wakes, and over everything each `pollMs`, also after one that failed. */
export function startRounds({ round, pollMs, log }: RoundsOptions) {
  const waiting = waitingList();
  const state = troubleLog(log);
  let closed = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      while (!closed && !waiting.isEmpty()) await round(waiting.takeAll());
      state.well();
    } catch (error) {
      // Nobody is forgotten: the next tick looks at everything.
      state.trouble((error as Error).message);
    }
    running = undefined;
  }

  function wake(connection_ids: readonly string[] | null): void {
    waiting.add(connection_ids);
    if (!closed && !waiting.isEmpty()) running ??= run();
  }

  const timer = setInterval(() => wake(everything), pollMs);
  wake([]);
  return {
    wake,
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
