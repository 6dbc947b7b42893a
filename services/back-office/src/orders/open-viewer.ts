import type { OnBehalf } from '@order-hub/shared/principal-call';
import { keepAlive, openEventStream, type EventStream } from './open-event-stream.ts';

/** A new user token for the session; undefined when the session is over, or the location no longer the user's. */
export type RenewToken = () => Promise<string | undefined>;

type Viewing = { signal: AbortSignal; on: OnBehalf; renewToken: RenewToken; onClose: () => void };

const keepAliveEveryMs = 15_000;
/** Half the life of a user token. A viewer who logs out is gone after this time. */
const renewEveryMs = 30_000;
/** Then the browser comes back and starts anew. */
const lifeMs = 5 * 60_000;

/** Renews the token of `on`, and ends the stream of a user who may no longer look. Keeps both while auth does not answer. */
async function renew({ on, renewToken }: Viewing, stream: EventStream): Promise<void> {
  try {
    const token = await renewToken();
    if (token === undefined) stream.end();
    else on.user_token = token;
  } catch {
    // The call has logged the reason. The stream ends by itself after its life.
  }
}

/** Opens a stream to one viewer. It ends after its life, when the session is over, and when `signal` is aborted. */
export function openViewer(viewing: Viewing): EventStream {
  const { signal, onClose } = viewing;
  const stop = () => stream.end();
  const timers = [
    setInterval(() => stream.send(keepAlive), keepAliveEveryMs),
    setInterval(() => void renew(viewing, stream), renewEveryMs),
    setTimeout(stop, lifeMs),
  ];
  for (const timer of timers) timer.unref();
  const stream = openEventStream(() => {
    for (const timer of timers) clearInterval(timer);
    signal.removeEventListener('abort', stop);
    onClose();
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return stream;
}
