/** Waits for something that others do. */

export type Until = <Found>(find: () => Found | undefined, ms: number) => Promise<Found | undefined>;

export type Changes = {
  /** Looks again, in all that wait. */
  changed(): void;
  /** Waits until `find` finds something. Undefined after `ms`. Throws the reason of the signal. */
  until: Until;
};

export function changes(signal: AbortSignal | undefined): Changes {
  const watchers = new Set<() => void>();

  const wait = <Found>(find: () => Found | undefined, ms: number) =>
    new Promise<Found | undefined>((resolve, reject) => {
      const finish = () => {
        watchers.delete(look);
        signal?.removeEventListener('abort', abort);
        clearTimeout(timer);
      };
      const look = () => {
        const found = find();
        if (found === undefined) return;
        finish();
        resolve(found);
      };
      const abort = () => {
        finish();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller chose the reason.
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        finish();
        resolve(undefined);
      }, ms);
      watchers.add(look);
      signal?.addEventListener('abort', abort);
    });

  return {
    changed: () => watchers.forEach((look) => look()),
    async until(find, ms) {
      signal?.throwIfAborted();
      return find() ?? wait(find, ms);
    },
  };
}
