import { once } from 'node:events';
import { connect } from 'node:net';
import type { Run } from './run.ts';

const betweenMs = 300;
const connectMs = 2_000;

async function canConnect(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: +(port || (protocol === 'https:' ? 443 : 80)) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * After a push without an answer, waits until something listens at the callback again: an application that crashed may be
 * started again. False if nothing does.
 */
export async function awaitReceiver({ callback, journal, times }: Run): Promise<boolean> {
  const { url } = callback();
  const last = journal.entries.findLast(({ direction }) => direction === 'push');
  if (url === null || last?.status !== 0) return true;
  const untilMs = Date.now() + times.patienceMs;
  while (!(await canConnect(url))) {
    if (Date.now() > untilMs) return false;
    await journal.pause(betweenMs);
  }
  return true;
}
