/** Server-sent events for a page while it is open. */
import { Readable } from 'node:stream';

/** An event: its name, and a text of any number of lines. */
export const eventText = (name: string, text: string) =>
  `event: ${name}\n${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

/** `end`: sends a last text, if there is one, and ends the stream. */
export type EventStream = { body: Readable; send(text: string): void; end(last?: string): void };

/** `onOpen`: the reader reads, which the answer to a HEAD does not. */
export type StreamListeners = { onOpen?: () => void; onClose?: () => void };

/** Keeps proxies from closing an idle connection, and tells the page that the connection still works. */
export const keepAlive = eventText('alive', '');

/**
 * A stream to one reader. For a slow reader only the latest event is kept. A browser that loses the stream reconnects after
 * two seconds.
 */
export function openEventStream({ onOpen, onClose }: StreamListeners = {}): EventStream {
  let waiting: string | undefined;
  let isWanted = false;
  let isOpen = false;
  let isOver = false;
  const body = new Readable({
    read() {
      isWanted = waiting === undefined;
      const text = waiting;
      waiting = undefined;
      if (text !== undefined) body.push(text);
      if (!isOpen) onOpen?.();
      isOpen = true;
    },
  });
  body.push('retry: 2000\n\n');
  if (onClose) body.once('close', onClose);
  return {
    body,
    send(text) {
      if (isOver) return;
      if (!isWanted) {
        // It does not replace another event.
        if (text !== keepAlive || waiting === undefined) waiting = text;
        return;
      }
      isWanted = false;
      body.push(text);
    },
    end(last) {
      if (isOver) return;
      isOver = true;
      if (last !== undefined) body.push(last);
      body.push(null);
    },
  };
}
