/** Receivers of callbacks: real servers that record their requests. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string; url: string };
type Reply = (res: ServerResponse, received: Received, count: number) => void;

const read = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Reads each POST to its end, then answers it with `reply`, by default 200. */
export async function startReceiver(reply: Reply = (res) => void res.end()) {
  const received: Received[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer(async (req, res) => {
    open.now++;
    open.most = Math.max(open.most, open.now);
    res.on('close', () => open.now--);
    const request = { headers: req.headers, body: await read(req), url: req.url ?? '' };
    received.push(request);
    reply(res, request, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?a=1`,
    port,
    received,
    open,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
