import { Agent } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { type Log, silentLog } from '@order-hub/shared/log';
import { ask, askText } from '@order-hub/testing/ask';
import { eventually } from '@order-hub/testing/call';
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

const askedOf = ({ token, headers, ...asked }: CallOptions = {}) => ({
  ...asked,
  headers: { ...(token !== undefined && { 'x-access-token': token }), ...headers },
});

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
  const [outer, internal] = [
    { port, agent },
    { port: internalPort, agent },
  ];
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
    ask: (route: string, options?: CallOptions) => askText(outer, route, askedOf(options)),
    call: (route: string, options?: CallOptions) => ask(outer, route, askedOf(options)),
    askInternal: (route: string, options?: CallOptions) => askText(internal, route, askedOf(options)),
    callInternal: (route: string, options?: CallOptions) => ask(internal, route, askedOf(options)),
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
