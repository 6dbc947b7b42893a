import type { Server } from 'node:http';
import { gauge } from '../../process/metric.ts';
import type { Metrics } from '../../process/metrics.ts';
import { sample } from '../../process/readings.ts';

const sockets = gauge('hub_sockets_open', 'Open connections of clients or other processes, by listener.', ['listener']);

const socketsMax = gauge('hub_sockets_max', 'The most open connections that a listener accepts, if it has a limit.', [
  'listener',
]);

const countOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Shows the connections to a listener. */
export function watchServer(metrics: Metrics, listener: 'public' | 'internal', server: Server): void {
  const { maxConnections } = server;
  if (Number.isFinite(maxConnections)) metrics.gauge(socketsMax, { listener }, () => maxConnections);
  metrics.addReading({
    name: `${listener}_sockets`,
    read: async () => [sample(sockets, { listener }, await countOf(server))],
  });
}
