/** The background loop that every regular task runs in. */
import type { Log } from './log.ts';
import { backOffMs, pause } from './waiting.ts';

export type Repeating = {
  /** There may be work: begin the next round now. Costs nothing when called often. */
  wake(): void;
  /** Lets the running round finish; no other begins. */
  close(): Promise<void>;
};

type RepeatingOptions = {
  /** One round. It may return for how many milliseconds calls of `wake` shall gather before they begin the next round. */
  work(signal: AbortSignal): Promise<unknown>;
  /** The longest pause between two rounds; also the longest one after a failure. */
  everyMs: number;
  log: Log;
  /** What the log says at the first failure, and when the work succeeds again. */
  messages: { failing: string; well: string };
};

const firstPauseMs = 20;

/** A pause that `wake` ends; a `wake` that came before the pause leaves it out. */
function wakeable() {
  let woken = false;
  let end = (): void => undefined;
  return {
    wake(): void {
      woken = true;
      end();
    },
    async rest(ms: number): Promise<void> {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
  };
}

/** Logs the first failure, and the first success after it. */
function failureLog({ log, messages: { failing, well } }: Pick<RepeatingOptions, 'log' | 'messages'>) {
  let failures = 0;
  return {
    /** Returns how many rounds have failed before this one since the last success. */
    failed(error: unknown): number {
      if (failures === 0) log.warn({ reason: error instanceof Error ? error.message : String(error) }, failing);
      return failures++;
    },
    succeeded(): void {
      if (failures > 0) log.info({}, well);
      failures = 0;
    },
  };
}

/**
 * Does `work` now, then whenever it is woken, and at least every `everyMs`, until it is closed. Rounds never overlap. One
 * that fails is repeated, after a pause that doubles up to `everyMs`. Never throws.
 */
export function startRepeating({ work, everyMs, ...logged }: RepeatingOptions): Repeating {
  const closing = new AbortController();
  const { signal } = closing;
  const { wake, rest } = wakeable();
  const { failed, succeeded } = failureLog(logged);

  async function roundAndRest(): Promise<void> {
    try {
      const result = await work(signal);
      const gatherMs = typeof result === 'number' ? result : 0;
      succeeded();
      if (gatherMs > 0) await pause(gatherMs, signal);
      if (!signal.aborted) await rest(Math.max(0, everyMs - gatherMs));
    } catch (error) {
      await pause(backOffMs(failed(error), { firstMs: firstPauseMs, mostMs: everyMs }), signal);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) await roundAndRest();
  }

  const running = run();
  return {
    wake,
    close(): Promise<void> {
      closing.abort();
      wake();
      return running;
    },
  };
}
