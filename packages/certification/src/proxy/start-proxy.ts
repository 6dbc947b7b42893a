/** The address of the API that the application is given. Notes every call, and answers by the rules of the moment. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Journal } from '../journal/journal.ts';
import { refusal } from './refusal.ts';
import { isJson, type Answer, type Call, type Rules } from './call.ts';
import { forwardToHub } from './forward-to-hub.ts';

type ProxyOptions = {
  /** The root of the API of the hub, such as `http://localhost:8080/v1`. */
  hubUrl: string;
  host: string;
  port: number;
  journal: Journal;
  rules: Rules;
  /** The access token of a call. */
  onToken: (token: string) => void;
};

export type Proxy = { url: string; close(): Promise<void> };

/** The largest body that the hub takes, and a little. */
const bodyBytesMax = 33 * 1_024 * 1_024;
const notedChars = 65_536;

class BodyTooLarge extends Error {}

async function read(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headersOf = (req: IncomingMessage) =>
  Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));

function methodOf({ method = 'GET' }: IncomingMessage, headers: Record<string, string>): string {
  return (method === 'POST' && headers['x-http-method-override']?.toUpperCase()) || method;
}

const tokenOf = (headers: Record<string, string>) =>
  headers['x-access-token'] ?? /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1];

/** How the answer is noted. */
const outcomeOf = (answer: Answer) => ({
  status: answer.status,
  answeredBy: answer.by,
  ...(answer.hubStatus !== undefined && { hubStatus: answer.hubStatus }),
  ...(isJson(answer) && { answer: answer.body.subarray(0, notedChars).toString() }),
  ignoredFields: answer.headers['ignored-fields'],
});

/** Listens until `close`. */
export async function startProxy({ hubUrl, host, port, journal, rules, onToken }: ProxyOptions): Promise<Proxy> {
  const { origin, pathname } = new URL(hubUrl);
  const version = pathname.replace(/\/+$/, '');
  const forward = forwardToHub(origin);

  async function callOf(req: IncomingMessage): Promise<Call> {
    const headers = headersOf(req);
    const body = await read(req);
    const target = req.url ?? '/';
    const entry = journal.begin({
      direction: 'call',
      method: methodOf(req, headers),
      path: target.startsWith(`${version}/`) ? target.slice(version.length) : target,
      body: body.subarray(0, notedChars).toString(),
      idempotencyKey: headers['idempotency-key'],
    });
    const token = tokenOf(headers);
    if (token !== undefined) onToken(token);
    return { method: req.method ?? 'GET', target, headers, body, entry };
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // Another host in the target would make this an open proxy.
    if (!req.url?.startsWith('/')) return void res.writeHead(400).end();
    const call = await callOf(req);
    const given = await rules
      .answer(call, forward)
      .catch((error: Error) => refusal(502, `The hub at ${hubUrl} does not answer: ${error.message}`));
    journal.end(call.entry, outcomeOf(given));
    res.writeHead(given.status, given.headers).end(given.body);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (error instanceof BodyTooLarge && !res.headersSent) res.writeHead(413, { connection: 'close' }).end();
      else res.destroy();
    });
  }).listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}${version}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
