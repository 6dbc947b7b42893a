import type { Agent } from 'node:http';

const ageMaxMs = 30_000;

/**
 * Makes a keep-alive agent close connections that are older than `maxMs` once their request is answered. A host name may stand
 * for several replicas, and a connection stays with the one that it was opened to: without a limit, a replica that started
 * later gets no requests. Returns the agent. Node documents `keepSocketAlive` for this use.
 */
export function limitConnectionAge<Connections extends Agent>(agent: Connections, maxMs = ageMaxMs): Connections {
  const firstAnsweredMs = new WeakMap<object, number>();
  const keep: (socket: Parameters<Agent['keepSocketAlive']>[0]) => unknown = agent.keepSocketAlive.bind(agent);
  const keepYoung = (socket: Parameters<typeof keep>[0]) => {
    const nowMs = performance.now();
    const sinceMs = firstAnsweredMs.get(socket);
    if (sinceMs === undefined) firstAnsweredMs.set(socket, nowMs);
    else if (nowMs - sinceMs > maxMs) return false;
    return keep(socket);
  };
  Object.assign(agent, { keepSocketAlive: keepYoung });
  return agent;
}
