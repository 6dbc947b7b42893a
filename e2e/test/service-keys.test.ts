/** Whoever holds the key of one service can play no other (docs/decisions/0013-tokens-between-services.md). */
import { describe, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aCaller, aPrincipal } from '@order-hub/testing/call';
import { hubKeys } from '../src/hub-keys.ts';
import { endpointsOf, servicesWithEndpoints } from './endpoint-lists.ts';
import { passedHubs, type SharedHub } from './hubs.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const keys = hubKeys(hub);

const lists = new Map<ServiceName, Endpoint[]>();
// One at a time: jest cannot import modules concurrently.
for (const service of servicesWithEndpoints) lists.set(service, await endpointsOf(service));

/** All that a request could need to be accepted, but signed with the key of catalog. */
async function forged(service: ServiceName, { callers }: Endpoint): Promise<Record<string, string>> {
  const from = callers.find((name) => name !== 'catalog') ?? 'gateway';
  const caller = aCaller();
  return {
    [callerTokenHeader]: await signCallerToken(keys.catalog, { caller, to: service }, new Date()),
    [serviceTokenHeader]: await signServiceToken(keys.catalog, from, service),
    [userTokenHeader]: await signUserToken(keys.catalog, aPrincipal({ kind: 'operator' })),
  };
}

async function statusOf(service: ServiceName, route: string, headers: Record<string, string>): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const url = `${hub.service_urls[service]}${path.replace(/:\w+/g, () => newId())}`;
  return (await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers } })).status;
}

/** A broker brings the messages of the other bus, so there is no path for them. */
const refused = hub.bus === 'direct' ? 401 : 404;

const isClosed = ({ access }: Endpoint) => access !== 'public';

describe.each(servicesWithEndpoints)('%s refuses', (service) => {
  const endpoints = (lists.get(service) ?? []).filter(isClosed);

  test('tokens of other services that are signed with the key of catalog', async () => {
    const answers = [];
    for (const endpoint of endpoints) {
      const headers = await forged(service, endpoint);
      answers.push([endpoint.path, await statusOf(service, `${endpoint.method} ${endpoint.path}`, headers)]);
    }
    expect(answers).toEqual(endpoints.map(({ path }) => [path, 401]));
  });

  test('messages that another service seems to send', async () => {
    const headers = { [serviceTokenHeader]: await signServiceToken(keys.catalog, 'auth', service) };
    const status = service === 'back-office' ? 404 : refused;
    expect(await statusOf(service, 'POST /internal/messages', headers)).toBe(status);
  });
});

test('the gateway refuses messages that auth seems to send', async () => {
  const headers = { [serviceTokenHeader]: await signServiceToken(keys.catalog, 'auth', 'gateway') };
  expect(await statusOf('gateway', 'POST /internal/messages', headers)).toBe(refused);
});
