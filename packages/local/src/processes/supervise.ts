/** Keeps a process running: restarts it when it ends unexpectedly, after a pause that doubles while it keeps ending. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A started process. `ready` rejects if it ends before it is ready. `ended` resolves to how it ended, as the rest of a
 * sentence: `was ended by SIGKILL`.
 */
export type StartedProcess = { pid: number; ready: Promise<void>; ended: Promise<string>; stop(): Promise<void> };

/** Prints a sentence on the screen. */
export type Say = (sentence: string) => void;

const shortestPauseMs = 100;
const longestPauseMs = 10_000;
/** A process that ran this long restarts after the shortest pause, however often it is killed. */
const healthyAfterMs = 2_000;

/** Starts a process and keeps it running. If the first start fails, `started` rejects and there is no second. */
export function supervise(name: string, start: () => StartedProcess, say: Say) {
  let current = start();
  let stopping = false;
  const stopped = new AbortController();

  async function keepRunning(): Promise<void> {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const since = performance.now();
      const ending = await current.ended;
      if (stopping) return;
      if (performance.now() - since > healthyAfterMs) pauseMs = shortestPauseMs;
      say(`${name} ${ending}; restarting it`);
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopping) return;
      current = start();
      current.ready.then(
        () => say(`${name} is back`),
        () => undefined,
      );
    }
  }

  const started = current.ready.then(() => void keepRunning());
  return {
    get pid() {
      return current.pid;
    },
    started,
    /** Stops the process and does not restart it. */
    async stop(): Promise<void> {
      stopping = true;
      stopped.abort();
      await current.stop();
    },
  };
}

export type Supervised = ReturnType<typeof supervise>;
