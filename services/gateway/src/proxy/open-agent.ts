import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { limitConnectionAge } from '@order-hub/shared/connection-age';

/**
 * Shorter than a stopping service serves idle connections (http-server.ts). So they are closed from here before it closes them,
 * and no request meets a connection that is closing.
 */
const usualIdleMs = 4_000;

type AgentOptions = { timeoutMs: number; maxSockets: number; idleMs?: number };

/**
 * Opens keep-alive connections to a service. A request, and the answer to it, may be silent for `timeoutMs`; a connection
 * without a request is closed after `idleMs`.
 */
export function openAgent(address: string, { timeoutMs, maxSockets, idleMs = usualIdleMs }: AgentOptions): HttpAgent {
  const Agent = address.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = limitConnectionAge(
    new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets, timeout: timeoutMs }),
  );
  // Node documents both methods for this use.
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  return Object.assign(agent, {
    keepSocketAlive(socket: Socket) {
      const isKept: unknown = keep(socket);
      socket.setTimeout(idleMs);
      return isKept;
    },
    reuseSocket(socket: Socket, request: Parameters<typeof reuse>[1]) {
      socket.setTimeout(timeoutMs);
      reuse(socket, request);
    },
  });
}
