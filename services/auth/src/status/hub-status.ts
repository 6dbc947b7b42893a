import { serviceNames, type Addresses, type ServiceName } from '@order-hub/shared/neighbours';
import { askReady } from './hub.client.ts';

type Deps = { publicUrl: string; addresses: Addresses; isSelfReady: () => Promise<boolean> };

/**
 * Where the hub is and which of its services are ready: by the gateway's word, and asked directly where the gateway
 * says nothing or is away.
 */
export async function hubStatus({ publicUrl, addresses, isSelfReady }: Deps) {
  const gateway = await askReady(addresses.gateway);
  const isAnswering = async (name: ServiceName) => (await askReady(addresses[name]))?.ready ?? false;
  async function isReady(name: ServiceName): Promise<boolean> {
    if (name === 'gateway') return gateway?.ready ?? false;
    if (name === 'auth') return isSelfReady();
    return gateway?.needs[name] ?? isAnswering(name);
  }
  const services = await Promise.all(serviceNames.map(async (name) => [name, { ready: await isReady(name) }] as const));
  return { base_url: `${publicUrl}/v1`, auth_url: `${publicUrl}/oauth2/v1`, services: Object.fromEntries(services) };
}
