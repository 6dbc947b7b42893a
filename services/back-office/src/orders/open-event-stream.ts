/** Server-sent events for a page while it is open. */
import { Readable } from 'node:stream';

/** An event: its name, and a text of any number of lines. */
export const eventText = (name: string, text: string) =>
  `event: ${name}\n${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

export type EventStream = { body: Readable; send(text: string): void; end(): void };

/** A comment that keeps proxies from closing an idle connection. */
export const keepAlive = ': still here\n\n';

/**
 * A stream to one reader. For a slow reader only the latest event is kept. A browser that loses the stream reconnects after
 * two seconds.
 */
export function openEventStream(onClose: () => void): EventStream {
  let waiting: string | undefined;
  let isWanted = false;
  const body = new Readable({
    read() {
      isWanted = waiting === undefined;
      const text = waiting;
      waiting = undefined;
      if (text !== undefined) body.push(text);
    },
  });
  body.push('retry: 2000\n\n');
  body.once('close', onClose);
  return {
    body,
    send(text) {
      if (!isWanted) {
        // A comment does not replace an event.
        if (text !== keepAlive || waiting === undefined) waiting = text;
        return;
      }
      isWanted = false;
      body.push(text);
    },
    end: () => void body.push(null),
  };
}
