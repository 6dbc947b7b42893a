/** The address of the API that the application is given. Notes every call, and answers by the rules of the moment. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Journal } from '../journal/journal.ts';
import { isJson, type Answer, type Rules } from './call.ts';
import { forwardToHub } from './forward-to-hub.ts';
import { BodyTooLargeError, notedChars, readCall } from './read-call.ts';
import { refusal } from './refusal.ts';

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

/** docs/api/authentication.md#access-tokens */
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

/** Answers one request. Throws BodyTooLargeError. */
function answerer(
  { hubUrl, journal, rules, onToken }: ProxyOptions,
  { origin, version }: { origin: string; version: string },
) {
  const forward = forwardToHub(origin);
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    // Another host in the target would make this an open proxy.
    if (!req.url?.startsWith('/')) return void res.writeHead(400).end();
    const call = await readCall(req, journal, version);
    const token = tokenOf(call.headers);
    if (token !== undefined) onToken(token);
    const answer = await rules
      .answer(call, forward)
      .catch((error: Error) => refusal(502, `The hub at ${hubUrl} does not answer: ${error.message}`));
    journal.end(call.entry, outcomeOf(answer));
    res.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

const nameOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Listens until `close`. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { origin, pathname } = new URL(options.hubUrl);
  const version = pathname.replace(/\/+$/, '');
  const answer = answerer(options, { origin, version });
  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (error instanceof BodyTooLargeError && !res.headersSent) res.writeHead(413, { connection: 'close' }).end();
      else res.destroy();
    });
  }).listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${nameOf(options.host)}:${port}${version}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
