/** Server-sent events: what a page is told while it is open. */
import { Readable } from 'node:stream';

/** An event: its name, and a text of any number of lines. */
export const eventText = (name: string, text: string) =>
  `event: ${name}\n${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

export type EventStream = { body: Readable; send(text: string): void; end(): void };

/** Sent when there is nothing to say, so that nobody on the way takes the connection for dead. */
export const stillHere = ': still here\n\n';

/**
 * A stream to one reader. Of what a slow reader has not yet taken, only the latest event is kept. Browsers that lose the
 * stream come back after two seconds.
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
        // A comment says nothing: it does not replace an event.
        if (text !== stillHere || waiting === undefined) waiting = text;
        return;
      }
      isWanted = false;
      body.push(text);
    },
    end: () => void body.push(null),
  };
}
