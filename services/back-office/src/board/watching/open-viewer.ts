import { eventText, keepAlive, openEventStream, type EventStream } from './open-event-stream.ts';

/** A new user token for the session; undefined when the session is over, or the location no longer the user's. */
export type RenewToken = () => Promise<string | undefined>;

type Viewing = {
  signal: AbortSignal;
  renewToken: RenewToken;
  onOpen: () => void;
  onRenew: (token: string) => void;
  onClose: () => void;
};

/** A page that hears nothing for longer takes its connection for lost (`packages/pages/assets/board.js`). */
const keepAliveEveryMs = 5_000;
/** A viewer whose session is over is gone after this time (docs/api/back-office.md#order-board). */
const renewEveryMs = 4_000;
/** Then the browser connects again at once, and everything is checked again. */
const lifeMs = 5 * 60_000;
const againEvent = eventText('again', '');

/** Renews the token, and ends the stream of a user who may no longer look. Keeps both while auth does not answer. */
async function renew({ renewToken, onRenew }: Viewing, stream: EventStream): Promise<void> {
  try {
    const token = await renewToken();
    if (token === undefined) stream.end();
    else onRenew(token);
  } catch {
    // The call has logged the reason. The stream ends by itself after its life.
  }
}

/** Opens a stream to one viewer. It ends after its life, when the session is over, and when `signal` is aborted. */
export function openViewer(viewing: Viewing): EventStream {
  const { signal, onOpen, onClose } = viewing;
  const stop = () => stream.end();
  const timers = [
    setInterval(() => stream.send(keepAlive), keepAliveEveryMs),
    setInterval(() => void renew(viewing, stream), renewEveryMs),
    setTimeout(() => stream.end(againEvent), lifeMs),
  ];
  for (const timer of timers) timer.unref();
  const stream = openEventStream({
    onOpen,
    onClose() {
      for (const timer of timers) clearInterval(timer);
      signal.removeEventListener('abort', stop);
      onClose();
    },
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return stream;
}
