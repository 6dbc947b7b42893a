/** Services as processes of their own, each behind a balancer, so that a process can be replaced while requests go on. */
import type { ServiceName } from '@order-hub/shared/neighbours';
import { root } from '../root.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startReplica, type Replica } from './replica.ts';

/** `envOf`: the settings of a service, besides its port and the addresses of the others. */
type FleetOptions = {
  names: readonly ServiceName[];
  replicas?: number;
  release?: string;
  envOf: (name: ServiceName) => NodeJS.ProcessEnv;
};

type Behind = { balancer: Balancer; replicas: Replica[] };

/** Starts a replica, sends connections to it, and then stops the oldest of those that are too many. */
async function replaceOne({ balancer, replicas }: Behind, count: number, start: () => Promise<Replica>): Promise<void> {
  const started = await start();
  replicas.push(started);
  balancer.ports.push(started.port);
  if (replicas.length <= count) return;
  const [oldest] = replicas.splice(0, 1);
  balancer.ports.splice(0, 1);
  await oldest?.end();
}

/** Starts `replicas` of each service. `release`: the folder of a built repository, by default this one. */
export async function startFleet({ names, replicas: count = 1, release = root, envOf }: FleetOptions) {
  const behind = new Map<ServiceName, Behind>();
  for (const name of names) behind.set(name, { balancer: await startBalancer(), replicas: [] });
  const serviceOf = (name: ServiceName) => {
    const found = behind.get(name);
    if (!found) throw new Error(`${name} is not in the fleet`);
    return found;
  };
  const addressOf = (name: ServiceName) => behind.get(name)?.balancer.address ?? 'http://127.0.0.1:1';
  const addresses = {
    AUTH_URL: addressOf('auth'),
    ORDERS_URL: addressOf('orders'),
    CUSTOMERS_URL: addressOf('customers'),
    EVENTS_URL: addressOf('events'),
    CATALOG_URL: addressOf('catalog'),
    BACK_OFFICE_URL: addressOf('back-office'),
  };

  /** Replaces the replicas of a service, one after the other, by those of a release with the present settings. */
  async function replace(name: ServiceName, by = release): Promise<void> {
    const start = () =>
      startReplica(by, name, { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...addresses, ...envOf(name) });
    for (let replaced = 0; replaced < count; replaced += 1) await replaceOne(serviceOf(name), count, start);
  }

  await Promise.all(names.map((name) => replace(name)));
  return {
    addressOf,
    replace,
    /** Throws when a process had ended by itself. */
    async stop() {
      await Promise.all([...behind.values()].flatMap(({ replicas }) => replicas.map(({ end }) => end())));
      for (const { balancer } of behind.values()) balancer.close();
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;
