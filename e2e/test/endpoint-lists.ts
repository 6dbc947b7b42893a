/** All endpoints, from the services' own declarations: tests find new ones by themselves. */
import { levelsOf, type Endpoint } from '@order-hub/shared/endpoint';
import { serviceNames } from '@order-hub/shared/neighbours';

/** The gateway declares none. */
export const servicesWithEndpoints = serviceNames.filter((name) => name !== 'gateway');

/** The endpoints of a service. */
export async function endpointsOf(service: string): Promise<Endpoint[]> {
  const { endpoints } = (await import(`../../services/${service}/src/app.ts`)) as { endpoints: Endpoint[] };
  return endpoints;
}

/** All endpoints that a connection may call. */
export async function connectionEndpoints(): Promise<Endpoint[]> {
  const lists: Endpoint[] = [];
  // One at a time: jest cannot import modules concurrently.
  for (const service of servicesWithEndpoints) lists.push(...(await endpointsOf(service)));
  return lists.filter(({ access }) => access === 'any' || levelsOf(access) !== undefined);
}

/** The methods of an endpoint, aliases included. */
export const methodsOf = ({ method, alias }: Endpoint): string[] => (alias ? [method, alias] : [method]);
