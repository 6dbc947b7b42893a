import { LRUCache } from 'lru-cache';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Opens a connection to the host and port of a URL, encrypted for https. Rejects when that fails, or `signal` aborts. */
export type OpenConnection = (url: URL, signal: AbortSignal) => Promise<Socket>;

const sessionsMax = 1_000;

function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', stop));
    socket.once(event, () => resolve(socket));
    socket.on('error', reject);
  });
}

/** `lookup`: in place of the system's; Node does not call it for literal addresses. Resumes the TLS sessions of a host. */
export function connectionOpener({ lookup }: { lookup?: LookupFunction } = {}): OpenConnection {
  const sessions = new LRUCache<string, Buffer>({ max: sessionsMax });
  return ({ protocol, hostname, port }, signal) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const isTls = protocol === 'https:';
    const target = { host, port: parseInt(port || (isTls ? '443' : '80'), 10), ...(lookup && { lookup }) };
    if (!isTls) return opened(connect(target), 'connect', signal);
    const key = `${host} ${target.port}`;
    const session = sessions.get(key);
    const servername = isIP(host) === 0 ? host : '';
    const socket = connectTls({ ...target, servername, ALPNProtocols: ['http/1.1'], ...(session && { session }) });
    socket.on('session', (next: Buffer) => sessions.set(key, next));
    // A session that the receiver does not take any more must not fail the next attempt, too.
    socket.on('error', () => sessions.delete(key));
    return opened(socket, 'secureConnect', signal);
  };
}
