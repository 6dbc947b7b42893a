import type { Database } from '@order-hub/shared/database';
import { serviceNames, type Addresses, type ServiceName } from '@order-hub/shared/neighbours';
import { isAnswering } from '@order-hub/shared/service';
import { askReady } from './hub.client.ts';

type Deps = { db: Database; publicUrl: string; addresses: Addresses };

/** Where the hub is and which of its services are ready. A service that the gateway does not mention is asked directly. */
export async function retrieveStatus({ db, publicUrl, addresses }: Deps) {
  const gateway = await askReady(addresses.gateway);
  const isAskedReady = async (name: ServiceName) => (await askReady(addresses[name]))?.ready ?? false;
  async function isReady(name: ServiceName): Promise<boolean> {
    if (name === 'gateway') return gateway?.ready ?? false;
    if (name === 'auth') return isAnswering(db);
    return gateway?.needs[name] ?? isAskedReady(name);
  }
  const services = await Promise.all(serviceNames.map(async (name) => [name, { ready: await isReady(name) }] as const));
  return { base_url: `${publicUrl}/v1`, auth_url: `${publicUrl}/oauth2/v1`, services: Object.fromEntries(services) };
}
