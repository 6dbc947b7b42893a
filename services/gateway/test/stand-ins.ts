import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NotedRequest } from '@order-hub/shared/request-log-calls';
import { serviceVerifier } from '@order-hub/shared/service-token';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { testVerifyingKeys } from '@order-hub/testing/keys';

export const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A request that a service received. */
export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
export type Upstream = {
  url: string;
  received: Received[];
  /** The requests under way. */
  open: Set<IncomingMessage>;
  /** What the gateway noted for the request log, call by call. */
  notes: NotedRequest[][];
  /** Refuses notes with the status that it returns. */
  refuseNotes: ((requests: NotedRequest[]) => number | undefined) | undefined;
  /** The answer to the next requests; by default 200 with what was received. */
  answer: ((req: IncomingMessage, res: ServerResponse, body: string) => void) | undefined;
  close(): Promise<void>;
};

const listening = (server: Server, port: number) =>
  new Promise<string>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Notes come whenever they like: they are not among what tests count. */
const takeNotes = (upstream: Upstream, req: IncomingMessage, res: ServerResponse) =>
  void bodyOf(req).then(
    (body) => {
      const { requests } = JSON.parse(body) as { requests: NotedRequest[] };
      const status = upstream.refuseNotes?.(requests);
      if (status === undefined) upstream.notes.push(requests);
      const error = { message: 'no', errors: [], error_type: 'unprocessable_entity' };
      res.writeHead(status ?? 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(status ? error : {}));
    },
    () => undefined,
  );

/** A real HTTP server in place of a service. */
export async function startUpstream(name: string, port = 0): Promise<Upstream> {
  const upstream: Upstream = {
    url: '',
    received: [],
    open: new Set(),
    notes: [],
    refuseNotes: undefined,
    answer: undefined,
    close: async () => undefined,
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    if (req.url === '/ready') return void res.end('{}');
    if (req.url === '/internal/request-log') return takeNotes(upstream, req, res);
    upstream.open.add(req);
    res.once('close', () => upstream.open.delete(req));
    void bodyOf(req).then(
      (body) => {
        const { method = '', url = '', headers } = req;
        upstream.received.push({ method, url, headers, body });
        if (upstream.answer) return upstream.answer(req, res, body);
        res.setHeader('Content-Type', 'application/json; charset=utf-8');
        res.setHeader('X-Powered-By', 'test');
        res.setHeader('X-Hub-Inside', 'secret');
        res.end(JSON.stringify({ name, method, url, body }));
      },
      () => undefined,
    );
  });
  upstream.url = await listening(server, port);
  upstream.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return upstream;
}

type Status = 'active' | 'blocked' | 'disconnected' | 'suspended';
export type StandInAuth = Upstream & {
  /** The connections, by access token. */
  tokens: Map<string, { status: Status; caller: TestCaller; is_strict?: boolean }>;
  /** By `<account id>/<location id>`. */
  locations: Map<string, { id: string; timezone: string; suspended: boolean }>;
  /** Look-ups so far, by path. */
  asked: string[];
  /** The reported uses of connections, call by call. */
  reports: { connection_id: string; used_at: string }[][];
};

const verify = serviceVerifier(testVerifyingKeys, 'auth');

/** Auth's internal API over real HTTP. Answers every other path as `startUpstream` does. */
export async function startAuth(): Promise<StandInAuth> {
  const upstream = await startUpstream('auth');
  const auth: StandInAuth = Object.assign(upstream, {
    tokens: new Map(),
    locations: new Map(),
    asked: [],
    reports: [],
  });
  const send = (res: ServerResponse, status: number, body: object) =>
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

  const answerConnection = (res: ServerResponse, digest: string) => {
    const connection = [...auth.tokens].find(([token]) => digestOf(token) === digest)?.[1];
    if (!connection) return send(res, 404, {});
    const { location, ...caller } = connection.caller;
    return send(res, 200, { status: connection.status, caller, location, is_strict: connection.is_strict });
  };

  upstream.answer = (req, res, body) => {
    const { url = '', method } = req;
    if (!url.startsWith('/internal/')) return void res.end(JSON.stringify({ name: 'auth', method, url, body }));
    if (method === 'GET') auth.asked.push(url);
    void verify(req.headers['x-hub-service'] as string).then(
      () => {
        const [, , collection, id = '', , location = ''] = url.split('/');
        if (collection === 'connections') return answerConnection(res, id);
        if (collection === 'connection-uses') {
          auth.reports.push(JSON.parse(body).uses);
          return send(res, 200, {});
        }
        const found = auth.locations.get(`${id}/${location}`);
        return found ? send(res, 200, found) : send(res, 404, {});
      },
      () => send(res, 401, {}),
    );
  };
  return auth;
}

/** Adds a connection with this access token to auth. */
export function connect(auth: StandInAuth, token: string, overrides: Partial<TestCaller> = {}): TestCaller {
  const caller = aCaller(overrides);
  auth.tokens.set(token, { status: 'active', caller });
  return caller;
}
