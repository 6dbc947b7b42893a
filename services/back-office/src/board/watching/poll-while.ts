/** A loop that runs while it has something to do. */

type Polling = {
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
    await work();
    isRunning = isWanted() && !signal.aborted;
    if (isRunning) setTimeout(() => void round(), everyMs).unref();
  }
  return () => {
    if (isRunning) return;
    isRunning = true;
    void round();
  };
}
