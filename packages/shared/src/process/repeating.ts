/** The background loop of every regular task. */
import { reasonOf, type Log } from './log.ts';
import { backOffMs, pause } from './slots/waiting.ts';

export type Repeating = {
  /** Starts the next round now. Cheap to call often. */
  wake(): void;
  /** Waits for the running round, and starts no other. */
  close(): Promise<void>;
};

type RepeatingOptions = {
  /** One round. May return a number of milliseconds for which no round starts, even when woken. */
  work(signal: AbortSignal): Promise<unknown>;
  /** The longest pause between two rounds, also after a failure. */
  everyMs: number;
  log: Log;
  /** Logged at the first failure and at the next success. */
  messages: { failing: string; well: string };
};

const firstPauseMs = 20;

const nothing = (): void => undefined;

/** A pause that `wake` ends. A `wake` before the pause skips it. */
function wakeable() {
  let woken = false;
  let end = nothing;
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
        end = nothing;
      }
      woken = false;
    },
  };
}

/** Logs the first failure, and the first success after it. */
function failureLog({ log, messages: { failing, well } }: Pick<RepeatingOptions, 'log' | 'messages'>) {
  let failures = 0;
  return {
    /** Returns how many rounds had failed since the last success. */
    failed(error: unknown): number {
      if (failures === 0) log.warn({ reason: reasonOf(error) }, failing);
      return failures++;
    },
    succeeded(): void {
      if (failures > 0) log.info({}, well);
      failures = 0;
    },
  };
}

/**
 * Runs `work` now, whenever it is woken, and at least every `everyMs`, until closed. Rounds never overlap. Retries a failed
 * round after a pause that doubles up to `everyMs`. Never throws.
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

type ClearingOptions = Pick<RepeatingOptions, 'everyMs' | 'log'> & {
  /** Removes some of what is due, and returns how many. */
  clear(): Promise<number>;
  /** What is removed, for the log: `old sessions`. */
  what: string;
};

/** Every `everyMs`, clears until nothing is left. */
export const startClearing = ({ clear, what, ...options }: ClearingOptions): Repeating =>
  startRepeating({
    ...options,
    async work(signal) {
      while (!signal.aborted && (await clear()) > 0);
    },
    messages: { failing: `${what} cannot be removed at the moment`, well: `${what} are removed again` },
  });
