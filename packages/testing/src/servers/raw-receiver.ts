/** Receivers of events that answer in their own way, byte for byte. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Answers each connection with raw bytes, after the first bytes it sends. */
export async function startRawReceiver(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ok = 'HTTP/1.1 200 OK\r\n';
const interim = ['100 A', '102 B', '103 C', '199 D', '101 E', '100 F']
  .map((line) => `HTTP/1.1 ${line}\r\n\r\n`)
  .join('');
const headers64KiB = Array.from({ length: 8 }, (_, at) => `X-${at}: ${'a'.repeat(8_180)}\r\n`).join('');

/** Answers with status 200 that strict clients refuse, in Latin-1: what they are like, and their bytes. */
export const oddAnswers: readonly (readonly [string, string])[] = [
  ['after a 1xx', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}\r\n`],
  ['after a 100 that was not asked for', `HTTP/1.1 100 Continue\r\n\r\n${ok}\r\n`],
  ['after several 1xx', `${interim}${ok}\r\n`],
  ['with 64 KiB of headers', `${ok}${headers64KiB}\r\n`],
  ['with more headers than anybody keeps', `${ok}${headers64KiB.repeat(4)}\r\n`],
  ['with 3,000 headers', `${ok}${'X: 1\r\n'.repeat(3_000)}\r\n`],
  ['with an unknown reason phrase', 'HTTP/1.1 200 Tr\xe8s bien \x01\r\n\r\n'],
  ['without a reason phrase', 'HTTP/1.1 200\r\n\r\n'],
  ['with folded headers', `${ok}X-A: one\r\n\ttwo\r\n three\r\nContent-Length:\r\n 0\r\n\r\n`],
  ['in lines that end in LF alone', 'HTTP/1.1 102 Wait\n\nHTTP/1.1 200 OK\nX-A: 1\n folded\n\n'],
  ['with blanks in the names of headers', `${ok}X A: 1\r\nX-B : 2\r\nContent-Length : 0\r\n\r\n`],
  ['with headers that are none', `${ok} leading: 1\r\nno colon\r\n: no name\r\nX\xe9: \0\r\n\r\n`],
  [
    'with lengths that contradict each other',
    `${ok}Content-Length: 1\r\nContent-Length: x\r\nTransfer-Encoding: chunked\r\n\r\n!`,
  ],
  ['in an older version of HTTP', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['in a later version of HTTP', 'HTTP/2 200\r\n\r\n'],
];
