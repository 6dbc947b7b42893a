import { eventText, openEventStream, type EventStream } from './open-event-stream.ts';

type Viewing = { signal: AbortSignal; onOpen: () => void; onClose: () => void };

/** Then the browser connects again at once, and everything is checked again. */
const lifeMs = 5 * 60_000;
const againEvent = eventText('again', '');

/** Opens a stream to one viewer. It ends after its life, and when `signal` is aborted. */
export function openViewer({ signal, onOpen, onClose }: Viewing): EventStream {
  const stop = () => stream.end();
  const timer = setTimeout(() => stream.end(againEvent), lifeMs).unref();
  const stream = openEventStream({
    onOpen,
    onClose() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      onClose();
    },
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return stream;
}
