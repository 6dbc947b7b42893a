/** A user connects one application again and again by ordinary consent: the quota ends it (docs/api/limits.md#quotas). */
import { expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { consent, exchangeCode } from '@order-hub/testing/fairness/consent';
import { createFairnessTenant, shopSize } from '@order-hub/testing/fairness/create-tenant';
import { logIn } from '@order-hub/testing/fairness/pages';
import { overEveryBus } from '../over-every-bus.ts';

const connectionsMax = 20;
/** All that the limit of forms allows in a minute, in parallel. */
const rounds = 15;
const parallel = 2;
const testMs = 120_000;

overEveryBus('an application and a user who consents without end', (hub) => {
  const { origin } = new URL(hub.base_url);

  test(
    'get 20 connections at one location',
    async () => {
      const operator = operatorClient(hub.operator);
      const tenant = await createFairnessTenant(operator, { ...shopSize, network: 68, host: 1 });
      const { browser } = await logIn(origin, tenant.owner, tenant.address);
      const connect = async (name: string) => {
        const code = await consent(origin, browser, tenant, name);
        const { status, text } = await exchangeCode(origin, tenant, code);
        return { status, error: (JSON.parse(text) as { error?: string }).error };
      };
      const ends = [];
      for (let round = 0; round < rounds; round += 1) {
        const names = Array.from({ length: parallel }, (_, index) => `Till ${round}-${index}`);
        ends.push(...(await Promise.allSettled(names.map(connect))));
      }
      const made = ends.filter((end) => end.status === 'fulfilled' && end.value.status === 200);
      // The tenant's own client has one already.
      expect(made).toHaveLength(connectionsMax - 1);
      expect(ends.at(-1)).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('422') } });
    },
    testMs,
  );
});
