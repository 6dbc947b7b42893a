import { connect as connectSocket } from 'node:net';
import { type Log, silentLog } from '@order-hub/shared/log';
import type { Answer } from '@order-hub/testing/call';
import { keySettings } from '@order-hub/testing/keys';
import { readConfig } from '../src/config.ts';
import { startGateway } from '../src/service.ts';
import { startAuth, startUpstream } from './stand-ins.ts';

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> };

/** A client's connection. `received`: everything so far. */
export type OpenConnection = {
  received: string;
  isClosed: boolean;
  send(more: string): void;
  destroy(): void;
};

/** A gateway with stand-ins for every service, on free ports. `clock.now` is its time. */
export async function startHub(settings: Record<string, string> = {}, log: Log = silentLog) {
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
    ...settings,
  };
  const start = async () => startGateway(readConfig(env), log, { now: () => clock.now });
  const gateway = await start().catch(async (error: Error) => {
    await closeUpstreams();
    throw error;
  });
  const { port, internalPort } = gateway;

  const call = async (route: string, { token, body, headers }: CallOptions = {}): Promise<Answer> => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { 'x-access-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  };

  /** Sends bytes unchanged. Returns everything received until the gateway closes the connection or `enough` is true. */
  const sendRaw = (text: string, enough: (answer: string) => boolean = () => false): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connectSocket(port, '127.0.0.1', () => socket.write(text, 'latin1'));
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
    const socket = connectSocket(port, '127.0.0.1').setEncoding('latin1');
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

  const close = async () => {
    await gateway.close();
    await closeUpstreams();
  };
  const services = { auth, backOffice, orders, catalog, customers, events };
  return { ...services, clock, passSeconds, port, internalPort, call, sendRaw, sendAndStay, close };
}

export type Hub = Awaited<ReturnType<typeof startHub>>;
