import { byteTypesOf } from '@order-hub/shared/byte-body';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { serviceNames } from '@order-hub/shared/neighbours';

const services = serviceNames.filter((name) => name !== 'gateway');
const isBuilt = import.meta.url.endsWith('.js');

/**
 * All endpoints that take a body, from the services' own lists, so a new one is measured as soon as it is declared. Leaves out
 * endpoints that read their bodies themselves: part `catalogs` measures uploads, which are checked in threads. Endpoints that
 * share a body appear once.
 */
export async function endpointsWithBody(): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  // One after another: jest cannot import modules concurrently.
  for (const service of services) {
    const app = isBuilt
      ? `../../../../../services/${service}/dist/src/app.js`
      : `../../../../services/${service}/src/app.ts`;
    const { endpoints } = (await import(app)) as { endpoints: Endpoint[] };
    found.push(...endpoints.filter(({ body }) => body && !byteTypesOf(body)));
  }
  return found.filter(({ body }, index) => found.findIndex((other) => other.body === body) === index);
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
