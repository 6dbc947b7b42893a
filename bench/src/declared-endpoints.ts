import { byteTypesOf } from '@order-hub/shared/byte-body';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { serviceNames } from '@order-hub/shared/neighbours';

const services = serviceNames.filter((name) => name !== 'gateway');
const isBuilt = import.meta.url.endsWith('.js');

/**
 * All endpoints that take a body, from the services' own lists: a new one is measured by being declared. Those that read
 * their bodies by themselves are not among them: `catalogs` measures uploads, which are checked in threads. Of those that
 * read the same body there is one.
 */
export async function endpointsWithBody(): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  // One after another: jest cannot import modules concurrently.
  for (const service of services) {
    const app = isBuilt ? `../../../services/${service}/dist/src/app.js` : `../../services/${service}/src/app.ts`;
    const { endpoints } = (await import(app)) as { endpoints: Endpoint[] };
    found.push(...endpoints.filter(({ body }) => body && !byteTypesOf(body)));
  }
  // Forms of pages are read alike, and checked only when it is known who sends them.
  return found.filter(({ body }, index) => found.findIndex((other) => other.body === body) === index);
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
