/** Whoever holds the key of one service can play no other (docs/decisions/0013-tokens-between-services.md), over either bus. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Bus, connectBus } from '@order-hub/shared/bus';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { silentLog as log } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { termsOf, type Topic } from '@order-hub/shared/topics';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aCaller, aPrincipal, eventually } from '@order-hub/testing/call';
import { parseMetrics } from '@order-hub/testing/metrics';
import { hubKeys } from '../src/hub-keys.ts';
import { declaredEndpoints, servicesWithEndpoints } from './endpoint-lists.ts';
import { overEveryBus } from './over-every-bus.ts';

const declared = await declaredEndpoints();

overEveryBus('the key of one service', (hub) => {
  const keys = hubKeys(hub);

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

  describe.each(servicesWithEndpoints)('%s refuses', (service) => {
    const endpoints = declared
      .filter(({ service: name, endpoint: { access } }) => name === service && access !== 'public')
      .map(({ endpoint }) => endpoint);

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

  describe('lets catalog send no message of another service', () => {
    const topics = ['customer.anonymised', 'connection', 'customer.order'] as const;
    let bus: Bus;

    beforeAll(async () => {
      const options = {
        service: 'catalog',
        instance: newId(),
        addresses: hub.service_urls,
        metrics: openMetrics(),
        log,
      };
      const amqpUrl = hub.amqp_url ?? undefined;
      bus = await connectBus({
        ...options,
        service: 'catalog',
        amqpUrl,
        signingKey: keys.catalog,
        verifyingKeys: new Map(),
      });
    });
    afterAll(() => bus.close());

    const countOf = async (service: ServiceName, topic: Topic) => {
      const text = await (await fetch(`${hub.service_urls[service]}/metrics`)).text();
      return parseMetrics(text).sum('hub_messages_forged_total', { topic, reason: 'service' }) ?? 0;
    };

    test('every receiver drops it, and counts that', async () => {
      const expectDropped = async (topic: Topic, receiver: ServiceName) => {
        const before = await countOf(receiver, topic);
        await eventually(async () => {
          await bus.publish([{ id: newId(), topic, key: newId(), body: '{}' }]);
          return (await countOf(receiver, topic)) > before;
        });
      };
      await Promise.all(topics.flatMap((topic) => termsOf(topic).consumers.map((name) => expectDropped(topic, name))));
    });
  });
});
