/**
 * A keep-alive HTTP/1.1 connection on a bare socket, with one request at a time. The load generator shares the processors with
 * what it measures, and Node's own client costs several times as much. Parses only what our servers send.
 */
import { connect, type Socket } from 'node:net';

export type LoadRequest = { method: string; path: string; headers: Record<string, string>; body?: string };
/** `text` decodes the body only when called. */
export type LoadAnswer = { status: number; text(): string };

const lastChunk = '0\r\n\r\n';

/** The bytes of a request. Encoded once, sent many times. */
export function requestBytes({ method, path, headers, body = '' }: LoadRequest): Buffer {
  const all = { host: 'localhost', ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** The answer in `bytes`; undefined until it is complete. */
function readAnswer(bytes: Buffer): LoadAnswer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = parseInt(head.slice(9, 12), 10);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const start = headEnd + 4;
  const isWhole =
    length === undefined
      ? bytes.toString('latin1', bytes.length - lastChunk.length) === lastChunk
      : bytes.length >= start + parseInt(length, 10);
  return isWhole ? { status, text: () => bytes.toString('utf8', start) } : undefined;
}

type Waiting = { resolve(answer: LoadAnswer): void; reject(error: Error): void };

/** A connection to a port of this machine. `send` opens it when it is closed. */
export function openConnection(port: number) {
  let socket: Socket | undefined;
  let waiting: Waiting | undefined;
  let received: Buffer | undefined;

  function take(part: Buffer): void {
    received = received ? Buffer.concat([received, part]) : part;
    const answer = readAnswer(received);
    if (!answer) return;
    received = undefined;
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  }

  function open(): Socket {
    received = undefined;
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    const fail = (error: Error) => {
      if (opened === socket) waiting?.reject(error);
    };
    opened
      .on('data', take)
      .on('error', fail)
      .on('end', () => opened.destroy());
    return opened.on('close', () => fail(new Error('The server closed the connection')));
  }

  return {
    /** Rejects when the connection breaks before the answer is complete. */
    send: (bytes: Buffer) =>
      new Promise<LoadAnswer>((resolve, reject) => {
        waiting = { resolve, reject };
        if (!socket || socket.destroyed) socket = open();
        socket.write(bytes);
      }),
    close: () => socket?.destroy(),
  };
}
