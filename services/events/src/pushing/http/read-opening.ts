/** What the delivery log keeps of an answer (docs/api/events.md#delivery-log). */
import { setTimeout as sleep } from 'node:timers/promises';

/** Headers as JSON, up to 2 KiB, without cookies; and the first 1 KiB of the body. */
export type Excerpt = { headers: string; body: string };

const bodyBytesMax = 1_024;
const headerCharsMax = 2_048;
/** The result does not wait longer for the body: what has not arrived by then is left out. */
const waitMs = 100;

/** PostgreSQL stores no NUL. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Without the bytes of a character that is cut off. */
const openingText = (bytes: Buffer) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });

type Headers = Record<string, string | string[] | undefined>;

/** The first headers that fit. */
function headersText(headers: Headers): string {
  const kept: [string, string][] = [];
  let chars = 0;
  for (const [name, value] of Object.entries(headers)) {
    const text = storable(String(value ?? ''));
    chars += name.length + text.length;
    if (chars > headerCharsMax) break;
    if (name.toLowerCase() !== 'set-cookie') kept.push([storable(name), text]);
  }
  return JSON.stringify(Object.fromEntries(kept));
}

/** Reads a body, and keeps its opening. */
export function openingReader() {
  const kept: Buffer[] = [];
  let isRead = (): void => undefined;
  const opening = new Promise<void>((resolve) => (isRead = resolve));

  return {
    /** Reads up to `bytesMax`, or to the end. */
    async read(body: AsyncIterable<Buffer>, bytesMax: number): Promise<void> {
      let bytes = 0;
      try {
        for await (const chunk of body) {
          if (bytes < bodyBytesMax) kept.push(chunk.subarray(0, bodyBytesMax - bytes));
          bytes += chunk.length;
          if (bytes >= bodyBytesMax) isRead();
          if (bytes > bytesMax) return;
        }
      } finally {
        isRead();
      }
    },
    async excerpt(headers: Headers): Promise<Excerpt> {
      await Promise.race([opening, sleep(waitMs, undefined, { ref: false })]);
      return { headers: headersText(headers), body: storable(openingText(Buffer.concat(kept))) };
    },
  };
}
