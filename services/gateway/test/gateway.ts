import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { type Log, silentLog } from '@order-hub/shared/log';
import { type Answer, eventually } from '@order-hub/testing/call';
import { keySettings } from '@order-hub/testing/keys';
import { readFreshMetrics } from '@order-hub/testing/metrics';
import { readConfig } from '../src/config.ts';
import { type Overrides, startGateway } from '../src/service.ts';
import { startAuth, startUpstream } from './stand-ins.ts';

type CallOptions = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

type TextAnswer = { status: number; text: string; headers: Headers };

const headersIn = ({ rawHeaders }: IncomingMessage) =>
  new Headers(
    rawHeaders.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
  );

/** Returns a function that calls a listener over the agent's connections, and takes the answer as it is. */
const askOn =
  (port: number, agent: Agent) =>
  async (route: string, { token, body, headers, signal }: CallOptions = {}): Promise<TextAnswer> => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const bytes = Buffer.from(body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body));
    const sent = request({
      ...{ host: '127.0.0.1', port, agent, method, path, ...(signal && { signal }) },
      headers: {
        ...(token !== undefined && { 'x-access-token': token }),
        // Node announces no length of the body of a DELETE.
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...headers,
      },
    });
    // A request that is refused early may break after its answer.
    sent.on('error', () => undefined);
    sent.end(bytes);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await textOf(response), headers: headersIn(response) };
  };

const callOver =
  (ask: ReturnType<typeof askOn>) =>
  async (route: string, options?: CallOptions): Promise<Answer> => {
    const { status, text, headers } = await ask(route, options);
    return { status, body: text === '' ? undefined : JSON.parse(text), headers };
  };

/** A client's connection. `received`: everything so far. */
export type OpenConnection = {
  received: string;
  isClosed: boolean;
  send(more: string): void;
  destroy(): void;
};

/** A gateway with stand-ins for every service, on free ports. `clock.now` is its time. */
export async function startHub(
  settings: Record<string, string> = {},
  log: Log = silentLog,
  overrides: Omit<Overrides, 'now'> = {},
) {
  const [auth, backOffice, orders, catalog, customers, events] = await Promise.all([
    startAuth(),
    startUpstream('back-office'),
    startUpstream('orders'),
    startUpstream('catalog'),
    startUpstream('customers'),
    startUpstream('events'),
  ]);
  const closeUpstreams = () =>
    Promise.all([auth, backOffice, orders, catalog, customers, events].map((upstream) => upstream.close()));
  const clock = { now: new Date('2026-03-02T10:20:05.000Z') };
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    ...keySettings('gateway'),
    AUTH_URL: auth.url,
    BACK_OFFICE_URL: backOffice.url,
    ORDERS_URL: orders.url,
    CATALOG_URL: catalog.url,
    CUSTOMERS_URL: customers.url,
    EVENTS_URL: events.url,
    // Preparing the API document takes a third of the start. Empty: that of the repository.
    OPENAPI_PATH: '/nowhere/openapi.json',
    ...settings,
  };
  const start = async () => startGateway(readConfig(env), log, { ...overrides, now: () => clock.now });
  const gateway = await start().catch(async (error: Error) => {
    await closeUpstreams();
    throw error;
  });
  const { port, internalPort } = gateway;

  const agent = new Agent({ keepAlive: true });
  const [ask, askInternal] = [askOn(port, agent), askOn(internalPort, agent)];
  const sockets = new Set<Socket>();
  const openSocket = (onOpen?: () => void) => {
    const socket = connectSocket(port, '127.0.0.1', onOpen);
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };

  /** Sends bytes unchanged. Returns everything received until the gateway closes the connection or `enough` is true. */
  const sendRaw = (text: string, enough: (answer: string) => boolean = () => false): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = openSocket(() => socket.write(text, 'latin1'));
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => {
        answer += chunk;
        if (enough(answer)) socket.destroy();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', (error) => (answer ? resolve(answer) : reject(error)));
    });

  /** Opens a connection, sends bytes, and leaves it open. */
  const sendAndStay = (text: string): OpenConnection => {
    const socket = openSocket().setEncoding('latin1');
    socket.write(text, 'latin1');
    const opened: OpenConnection = {
      received: '',
      isClosed: false,
      send: (more) => void socket.write(more, 'latin1'),
      destroy: () => void socket.destroy(),
    };
    socket.on('data', (chunk: string) => (opened.received += chunk));
    socket.on('error', () => undefined).on('close', () => (opened.isClosed = true));
    return opened;
  };

  const passSeconds = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));

  /** Ends the clients' connections first: a gateway that stops serves those that stay open for half a second. */
  const close = async () => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    await gateway.close();
    await closeUpstreams();
  };
  const services = { auth, backOffice, orders, catalog, customers, events };
  return {
    ...{ ...services, clock, passSeconds, port, internalPort },
    ...{ ask, call: callOver(ask), askInternal, callInternal: callOver(askInternal) },
    ...{ openSocket, sendRaw, sendAndStay, close },
  };
}

export type Hub = Awaited<ReturnType<typeof startHub>>;

type Settings = Record<string, string>;

/** Tests with the same settings that follow one another have one hub. Close the last. */
export function hubsBySettings(start: (settings: Settings) => Promise<Hub>) {
  let last: { hub: Hub; settings: string } | undefined;
  return {
    async get(settings: Settings = {}): Promise<Hub> {
      const wanted = JSON.stringify(settings);
      if (last?.settings === wanted) return last.hub;
      await last?.hub.close();
      last = undefined;
      last = { hub: await start(settings), settings: wanted };
      return last.hub;
    },
    close: async () => last?.hub.close(),
  };
}

/** Waits until the gateway has given back what bodies and responses of the test before took. */
export const untilNothingIsHeld = ({ internalPort }: Hub) =>
  eventually(async () => {
    const { sum } = await readFreshMetrics(`http://127.0.0.1:${internalPort}`);
    return sum('hub_budget_bytes_used') === 0;
  });
