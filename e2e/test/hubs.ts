/** The hubs that global-setup.ts has started. */
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { HubAddress } from '../src/tenant.ts';

export type SharedHub = HubAddress & {
  bus: 'direct' | 'rabbitmq';
  service_urls: Record<ServiceName, string>;
  data_folder: string;
};

const variable = 'E2E_HUBS';

type Passed = { hubs: SharedHub[]; unavailable: string | null };

/** Tells the test files, which run in processes of their own, where the hubs are. */
export function passHubs(hubs: SharedHub[], unavailable: string | null): void {
  process.env[variable] = JSON.stringify({ hubs, unavailable } satisfies Passed);
}

/** The hubs that run, and why there is none on RabbitMQ (null when there is). */
export const passedHubs = () =>
  JSON.parse(process.env[variable] ?? '{"hubs":[],"unavailable":"no global setup"}') as Passed;
