import { eventText, keepAlive, openEventStream, type EventStream } from './open-event-stream.ts';

type Viewing = { signal: AbortSignal; onOpen: () => void; onClose: () => void };

/** A page that hears nothing for longer takes its connection for lost (`packages/pages/assets/board.js`). */
const keepAliveEveryMs = 5_000;
/** Then the browser connects again at once, and everything is checked again. */
const lifeMs = 5 * 60_000;
const againEvent = eventText('again', '');

/** Opens a stream to one viewer. It ends after its life, and when `signal` is aborted. */
export function openViewer({ signal, onOpen, onClose }: Viewing): EventStream {
  const stop = () => stream.end();
  const timers = [
    setInterval(() => stream.send(keepAlive), keepAliveEveryMs),
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
