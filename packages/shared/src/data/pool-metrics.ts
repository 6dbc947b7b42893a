import type pg from 'pg';
import { gauge, histogram } from '../process/metric.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Database } from './database.ts';

const size = gauge('hub_database_pool_size', 'The most connections of a database pool.', ['pool']);
const connections = gauge('hub_database_connections', 'Open connections of a database pool: in use, or idle.', [
  'pool',
  'state',
]);
const waiting = gauge('hub_database_pool_waiting', 'Queries that wait for a connection of a database pool.', ['pool']);
const waits = histogram(
  'hub_database_pool_wait_seconds',
  'How long a query waited for a connection, because the pool had none free. Other queries are not counted.',
  ['pool'],
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
);

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void;
type Connect = (callback?: Connected) => Promise<pg.PoolClient> | undefined;

/** Measures the queries that have to wait. The others cost a comparison. */
function measureWaits(pool: Database, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as Connect;
  const hasFree = () => pool.idleCount > 0 || pool.totalCount < pool.options.max;
  const measured: Connect = (callback) => {
    if (hasFree()) return connect(callback);
    const beganMs = performance.now();
    const end = () => observe((performance.now() - beganMs) / 1_000);
    if (!callback) {
      const connecting = connect();
      void connecting?.then(end, end);
      return connecting;
    }
    return connect((...connected) => {
      end();
      callback(...connected);
    });
  };
  pool.connect = measured as Database['connect'];
}

/** Shows the connections of a pool, and who waits for one. */
export function watchPool(metrics: Metrics, pool: string, db: Database): void {
  metrics.gauge(size, { pool }, () => db.options.max);
  metrics.gauge(connections, { pool, state: 'in_use' }, () => db.totalCount - db.idleCount);
  metrics.gauge(connections, { pool, state: 'idle' }, () => db.idleCount);
  metrics.gauge(waiting, { pool }, () => db.waitingCount);
  const waited = metrics.histogram(waits);
  measureWaits(db, (seconds) => waited.observe({ pool }, seconds));
}
