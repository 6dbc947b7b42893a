/** The hubs that global-setup.ts has started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { HubAddress } from '../src/tenant.ts';

export type Bus = 'direct' | 'rabbitmq';

export type SharedHub = HubAddress & {
  bus: Bus;
  service_urls: Record<ServiceName, string>;
  data_folder: string;
  database_url: string;
  amqp_url: string | null;
  /** The log files of the processes, or folders of them; PostgreSQL's too when the tests started it. */
  logs: string[];
};

const variable = 'E2E_HUBS';

type Passed = { hubs: SharedHub[]; unavailable: string | null };

/** Passes the hubs to the test files, which may run in other processes. */
export function passHubs(hubs: SharedHub[], unavailable: string | null): void {
  process.env[variable] = JSON.stringify({ hubs, unavailable } satisfies Passed);
}

/** The running hubs, and why the one on RabbitMQ is missing; null when it runs or was not asked for. */
export const passedHubs = () =>
  JSON.parse(process.env[variable] ?? '{"hubs":[],"unavailable":"no global setup"}') as Passed;

/** The current process id of a service. */
export function processIdOf({ data_folder }: SharedHub, service: ServiceName): number {
  const { services } = JSON.parse(readFileSync(join(data_folder, 'running.json'), 'utf8')) as {
    services: Record<ServiceName, { pid: number }>;
  };
  return services[service].pid;
}
