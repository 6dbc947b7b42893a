/** Services as processes of their own, each behind a balancer, so that a process can be replaced while requests go on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@order-hub/shared/neighbours';

/** Forwards connections to whichever port is current; those that are open stay where they are. */
type Balancer = { server: Server; address: string; port: number };

async function startBalancer(): Promise<Balancer> {
  const balancer = { port: 0, address: '', server: createServer() };
  balancer.server.on('connection', (from) => {
    const to = connect(balancer.port, '127.0.0.1');
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await once(balancer.server.listen(0, '127.0.0.1'), 'listening');
  balancer.address = `http://127.0.0.1:${(balancer.server.address() as AddressInfo).port}`;
  return balancer;
}

const entryOf = (name: ServiceName) =>
  fileURLToPath(new URL(`../../services/${name}/dist/src/main.js`, import.meta.url));

type Process = { child: ChildProcess; port: number };

/** Starts a process and waits until it is ready. Throws, with what it wrote, when it ends before. */
async function startProcess(name: ServiceName, env: NodeJS.ProcessEnv): Promise<Process> {
  const child = spawn(process.execPath, [entryOf(name)], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part.toString()));
  const ended = once(child, 'close').then(() => {
    throw new Error(`${name} ended:\n${output.join('')}`);
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: number }];
  return { child, port: message.ready };
}

async function stopProcess({ child }: Process): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** `envOf`: the settings of a service, besides its port and the addresses of the others. */
export async function startFleet(names: readonly ServiceName[], envOf: (name: ServiceName) => NodeJS.ProcessEnv) {
  const balancers = new Map<ServiceName, Balancer>();
  for (const name of names) balancers.set(name, await startBalancer());
  const processes = new Map<ServiceName, Process>();
  const addressOf = (name: ServiceName) => balancers.get(name)?.address ?? 'http://127.0.0.1:1';
  const addresses = {
    AUTH_URL: addressOf('auth'),
    ORDERS_URL: addressOf('orders'),
    CUSTOMERS_URL: addressOf('customers'),
    EVENTS_URL: addressOf('events'),
    CATALOG_URL: addressOf('catalog'),
    BACK_OFFICE_URL: addressOf('back-office'),
  };

  /** Starts a process with the present settings, sends new connections to it, then stops the one before. */
  async function replace(name: ServiceName): Promise<void> {
    const before = processes.get(name);
    const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...addresses, ...envOf(name) };
    const started = await startProcess(name, env);
    processes.set(name, started);
    const balancer = balancers.get(name);
    if (balancer) balancer.port = started.port;
    if (before) await stopProcess(before);
  }

  for (const name of names) await replace(name);
  return {
    addressOf,
    replace,
    async stop() {
      await Promise.all([...processes.values()].map(stopProcess));
      for (const { server } of balancers.values()) server.close();
    },
  };
}
