/** Reads the body of an HTTP answer, in pieces, as far as it comes. */
import type { AnswerHead } from './answer-head.ts';

type Pieces = AsyncIterable<Buffer>;

/** The longest line between two chunks; hexadecimal, with extensions that nobody uses. */
const sizeLineMax = 1_024;

/** Takes bytes, or a line, from a stream of pieces. */
function pieceReader(pieces: Pieces) {
  const iterator = pieces[Symbol.asyncIterator]();
  let pending = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    pending = Buffer.concat([pending, next.value]);
    return true;
  }
  return {
    /** Up to `max` bytes, as soon as some are there; none at the end. */
    async some(max: number): Promise<Buffer> {
      while (pending.length === 0) if (!(await more())) break;
      const taken = pending.subarray(0, max);
      pending = pending.subarray(taken.length);
      return taken;
    },
    /** Undefined at the end, and where no line comes. */
    async line(): Promise<string | undefined> {
      for (let end = pending.indexOf(0x0a); ; end = pending.indexOf(0x0a)) {
        if (end !== -1) {
          const line = pending.toString('latin1', 0, end).trim();
          pending = pending.subarray(end + 1);
          return line;
        }
        if (pending.length > sizeLineMax || !(await more())) return undefined;
      }
    },
  };
}

type Reader = ReturnType<typeof pieceReader>;

async function* upTo(reader: Reader, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0;) {
    const piece = await reader.some(left);
    if (piece.length === 0) return;
    left -= piece.length;
    yield piece;
  }
}

async function* chunked(reader: Reader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = parseInt((await reader.line()) ?? '', 16);
    if (!(size > 0)) return;
    yield* upTo(reader, size);
    await reader.line();
  }
}

/** The length that headers give, if they give one. */
function lengthOf({ status, headers }: AnswerHead): number {
  if (status === 204 || status === 304) return 0;
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? parseInt(length, 10) : Infinity;
}

/** The body after this head: unchunked, but not unpacked. `pieces`: what follows the head. Ends early where its form is wrong. */
export function answerBody(head: AnswerHead, pieces: Pieces): AsyncGenerator<Buffer> {
  const reader = pieceReader(pieces);
  return /\bchunked\b/i.test(head.headers['transfer-encoding'] ?? '') ? chunked(reader) : upTo(reader, lengthOf(head));
}
