/** Files of many orders: read in portions as fast as the reader takes them, a few at the same time. */
import { tooManyRequests } from '@order-hub/shared/errors';
import type { Metrics } from '@order-hub/shared/metrics';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { openSlots, type Release, type Waiter } from '@order-hub/shared/slots';
import { Readable } from 'node:stream';
import { setMaxListeners } from 'node:events';

const exportsMax = 4;
const perUser = 1;
/** A file that takes longer ends in the middle, and so does one whose reader takes nothing for a minute. */
const lifeMs = 30 * 60_000;
const stallMs = 60_000;

/** The texts of a file; the next is asked for when the reader has taken the one before. */
export type Portions = () => AsyncGenerator<string, void>;

export type Exports = {
  /**
   * A stream of the portions. Throws 429 when the user reads another file, or when too many are read, and what `start` throws.
   */
  open(user_id: string, waiter: Waiter, start: () => Promise<Portions>): Promise<Readable>;
};

/** Passes portions on, and calls `onStall` when the next one is not asked for in time. */
async function* watched(portions: Portions, onStall: () => void): AsyncGenerator<string, void> {
  for await (const portion of portions()) {
    const timer = setTimeout(onStall, stallMs).unref();
    try {
      yield portion;
    } finally {
      clearTimeout(timer);
    }
  }
}

function streamOf(portions: Portions, signal: AbortSignal, release: Release): Readable {
  const end = (reason: string) => body.destroy(new Error(reason));
  const body = Readable.from(
    watched(portions, () => end('the reader is too slow')),
    { objectMode: false, highWaterMark: 65_536 },
  );
  const timer = setTimeout(() => end('the file is too long'), lifeMs).unref();
  const stop = () => end('the server stops');
  signal.addEventListener('abort', stop);
  body.once('close', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    release();
  });
  // Whoever reads it learns of the error; a stream that nobody reads any more must not end the process.
  body.on('error', () => undefined);
  return body;
}

/** Ends all files when `signal` is aborted, so that a server that stops does not wait for them. */
export function openExports({ signal, metrics }: { signal: AbortSignal; metrics: Metrics }): Exports {
  setMaxListeners(0, signal);
  const slots = openSlots({
    ...{ max: exportsMax, maxPerKey: perUser, waitMs: 0, waitingMax: 0 },
    refuse: (isOwn) =>
      tooManyRequests(
        isOwn ? 'Another file is being downloaded; wait until it is complete' : 'Too many files are being downloaded',
        { 'Retry-After': '30' },
        'exports',
      ),
  });
  watchSlots(metrics, { order_exports: slots });
  return {
    async open(user_id, waiter, start) {
      const release = await slots.take(user_id, waiter);
      try {
        return streamOf(await start(), signal, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
