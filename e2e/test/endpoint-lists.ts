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

/** An endpoint and the service that declares it. */
export type Declared = { service: (typeof servicesWithEndpoints)[number]; endpoint: Endpoint };

/** The endpoints of all services. */
export async function declaredEndpoints(): Promise<Declared[]> {
  const lists: Declared[] = [];
  // One at a time: jest cannot import modules concurrently.
  for (const service of servicesWithEndpoints) {
    for (const endpoint of await endpointsOf(service)) lists.push({ service, endpoint });
  }
  return lists;
}

/** Whether connections may call an endpoint. */
export const isOfApi = ({ access }: Endpoint): boolean => access === 'any' || levelsOf(access) !== undefined;

/** All endpoints that a connection may call. */
export const connectionEndpoints = async (): Promise<Endpoint[]> =>
  (await declaredEndpoints()).map(({ endpoint }) => endpoint).filter(isOfApi);

/** The methods of an endpoint, aliases included. */
export const methodsOf = ({ method, alias }: Endpoint): string[] => (alias ? [method, alias] : [method]);
