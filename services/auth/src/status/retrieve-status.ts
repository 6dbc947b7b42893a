import { serviceNames, type Addresses, type ServiceName } from '@order-hub/shared/neighbours';
import { answerReady, type Readiness } from '@order-hub/shared/readiness';
import { askReady } from './hub.client.ts';

type Deps = { readiness: Readiness; publicUrl: string; addresses: Addresses };

/**
 * Where the hub is, which of its services are ready, and what they miss. Each service is asked itself; the gateway is asked
 * about one whose address is not set.
 */
export async function retrieveStatus({ readiness, publicUrl, addresses }: Deps) {
  const gateway = askReady(addresses.gateway);
  async function describe(name: ServiceName) {
    if (name === 'gateway') return gateway;
    if (name === 'auth') return (await answerReady(readiness)).body;
    if (addresses[name]) return askReady(addresses[name]);
    const { ready, degraded } = await gateway;
    return { ready: ready && !degraded.includes(name), degraded: [] };
  }
  const services = await Promise.all(serviceNames.map(async (name) => [name, await describe(name)] as const));
  return { base_url: `${publicUrl}/v1`, auth_url: `${publicUrl}/oauth2/v1`, services: Object.fromEntries(services) };
}
