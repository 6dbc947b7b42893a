/** Keeps a process running: one that ends unasked is started again, sooner at first, later when it keeps ending. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A started process. `ready` rejects when it ends before it is ready; `ended` tells how it ended, as part of a sentence. */
export type StartedProcess = { pid: number; ready: Promise<void>; ended: Promise<string>; stop(): Promise<void> };

/** Tells the person in front of the screen. */
export type Say = (sentence: string) => void;

const shortestPauseMs = 100;
const longestPauseMs = 10_000;
const healthyAfterMs = 10_000;

/** Starts a process and keeps it running. `started` rejects when its first start fails: then it is not tried again. */
export function supervise(name: string, start: () => StartedProcess, say: Say) {
  let current = start();
  let stopping = false;
  const stopped = new AbortController();

  async function startAgain(): Promise<void> {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const since = performance.now();
      const how = await current.ended;
      if (stopping) return;
      if (performance.now() - since > healthyAfterMs) pauseMs = shortestPauseMs;
      say(`${name} ${how}; starting it again`);
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopping) return;
      current = start();
      current.ready.then(
        () => say(`${name} is back`),
        () => undefined,
      );
    }
  }

  const started = current.ready.then(() => void startAgain());
  return {
    get pid() {
      return current.pid;
    },
    started,
    /** Ends the process for good. */
    async stop(): Promise<void> {
      stopping = true;
      stopped.abort();
      await current.stop();
    },
  };
}

export type Supervised = ReturnType<typeof supervise>;
