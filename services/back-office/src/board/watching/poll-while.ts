/** A loop that runs while it has something to do. */

type Polling = {
  /** From the beginning of a round to that of the next; at least half of it passes after a round. */
  everyMs: number;
  signal: AbortSignal;
  isWanted(): boolean;
  /** One round. Never throws. */
  work(): Promise<void>;
};

/** Returns what starts the loop, unless it runs. It ends when it is no longer wanted, or `signal` is aborted. */
export function pollWhile({ everyMs, signal, isWanted, work }: Polling): () => void {
  let isRunning = false;
  async function round(): Promise<void> {
    const beganMs = performance.now();
    await work();
    isRunning = isWanted() && !signal.aborted;
    const leftMs = everyMs - (performance.now() - beganMs);
    if (isRunning) setTimeout(() => void round(), Math.max(leftMs, everyMs / 2)).unref();
  }
  return () => {
    if (isRunning) return;
    isRunning = true;
    void round();
  };
}
