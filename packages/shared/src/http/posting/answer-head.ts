/**
 * Reads the head of an HTTP answer more kindly than RFC 9112 asks: whoever answers with a status has answered. Lines may end
 * in LF alone, and headers may be folded or malformed. Informational answers (1xx) before the final one are passed over.
 */

/** `status`: the final one, not 1xx. Names are lower-case; the values of a repeated header are joined. */
export type AnswerHead = { status: number; headers: Record<string, string> };

/** `rest`: what has come of the body. */
export type HeadRead = { head: AnswerHead; rest: Buffer };

/** A head ends here at the latest. More than servers send, and a bound for what a hostile one makes us keep. */
const headBytesMax = 128 * 1_024;

const lineFeed = 0x0a;
const statusLine = /^HTTP\/\d+(?:\.\d+)? +(\d{3})(?!\d)/i;
const isInformational = (status: number) => status >= 100 && status <= 199;

export class NotHttpError extends Error {
  constructor() {
    super('what came is not an HTTP response');
  }
}

function statusOf(line: string): number {
  const [, status] = statusLine.exec(line) ?? [];
  if (status === undefined) throw new NotHttpError();
  return parseInt(status, 10);
}

/** Lines without a colon or a name say nothing. A line that begins with a blank continues the one before it. */
function headersOf(lines: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  let last: string | undefined;
  const append = (name: string, value: string, separator: string) => {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${separator}${value}`.trim());
  };
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) append(last, line.trim(), ' ');
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    last = name === '' ? undefined : name;
    if (last !== undefined) append(last, line.slice(colon + 1).trim(), ', ');
  }
  return Object.fromEntries(headers);
}

/** The lines of a head, and how long it is. Keeps nothing of an informational answer. */
function headLines() {
  let lines: string[] = [];
  let bytes = 0;

  function end(): AnswerHead | undefined {
    const [first = '', ...fields] = lines;
    const status = statusOf(first);
    lines = [];
    bytes = 0;
    return isInformational(status) ? undefined : { status, headers: headersOf(fields) };
  }

  return {
    /** Takes a line. Returns the head that it ends. Throws NotHttpError. */
    take(line: string): AnswerHead | undefined {
      const isFirst = lines.length === 0;
      if (line === '') return isFirst ? undefined : end();
      if (isFirst) statusOf(line);
      lines.push(line);
      bytes += line.length;
      return bytes > headBytesMax ? end() : undefined;
    },
    /** Returns the head if it is too long with the `pending` bytes of its next line. Throws NotHttpError. */
    cut: (pending: number): AnswerHead | undefined => (bytes + pending > headBytesMax ? end() : undefined),
  };
}

/**
 * Takes an answer in pieces, until its final head is whole. A longer head than 128 KiB counts as whole. Throws NotHttpError for
 * what cannot become an answer.
 */
export function answerHeadReader(): (chunk: Buffer) => HeadRead | undefined {
  const lines = headLines();
  let pending = Buffer.alloc(0);
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end = pending.indexOf(lineFeed); end !== -1; end = pending.indexOf(lineFeed)) {
      const head = lines.take(pending.toString('latin1', 0, end).replace(/\r$/, ''));
      pending = pending.subarray(end + 1);
      if (head) return { head, rest: pending };
    }
    const head = lines.cut(pending.length);
    return head && { head, rest: Buffer.alloc(0) };
  };
}
