/** Server-sent events for a page while it is open. */
import { Readable } from 'node:stream';

/** An event: its name, and a text of any number of lines. */
export const eventText = (name: string, text: string) =>
  `event: ${name}\n${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

/**
 * `keepAlive`: tells the reader that the connection still works, unless something was sent just now. `end`: sends a last
 * text, if there is one, and ends the stream.
 */
export type EventStream = { body: Readable; send(text: string): void; keepAlive(): void; end(last?: string): void };

/** `onOpen`: the reader reads, which the answer to a HEAD does not. */
export type StreamListeners = { onOpen?: () => void; onClose?: () => void };

/** Also keeps proxies from closing an idle connection. */
const alive = eventText('alive', '');
/** `packages/pages/assets/board.js` expects something every five seconds. */
const aliveAfterMs = 4_000;

/**
 * A stream to one reader. For a slow reader only the latest event is kept. A browser that loses the stream reconnects after
 * two seconds.
 */
export function openEventStream({ onOpen, onClose }: StreamListeners = {}): EventStream {
  let waiting: string | undefined;
  let [isWanted, isOpen, isOver] = [false, false, false];
  let sentAtMs = performance.now();
  function push(text: string): void {
    isWanted = false;
    sentAtMs = performance.now();
    body.push(text);
  }
  const body = new Readable({
    read() {
      const text = waiting;
      waiting = undefined;
      isWanted = true;
      if (text !== undefined) push(text);
      if (!isOpen) onOpen?.();
      isOpen = true;
    },
  });
  body.push('retry: 2000\n\n');
  if (onClose) body.once('close', onClose);
  function send(text: string): void {
    if (isOver) return;
    if (isWanted) push(text);
    else waiting = text;
  }
  return {
    body,
    send,
    keepAlive() {
      if (isWanted && performance.now() - sentAtMs >= aliveAfterMs) send(alive);
    },
    end(last) {
      if (isOver) return;
      isOver = true;
      if (last !== undefined) body.push(last);
      body.push(null);
    },
  };
}
