/**
 * One tenant does its worst, in each way that is known, and the others are served as before (docs/security.md). Their times
 * are compared with those without the attack, measured just before: no time is asserted in itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { attackNames, isOnLogIns, type AttackName } from '@order-hub/testing/fairness/attacks';
import { attackerSize, createFairnessTenant, shopSize } from '@order-hub/testing/fairness/create-tenant';
import { watchMemory } from '@order-hub/testing/fairness/memory';
import { openOthers, type Service } from '@order-hub/testing/fairness/others';
import { startAttack } from '@order-hub/testing/fairness/start-attack';
import type { FairnessTenant } from '@order-hub/testing/fairness/tenant';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { processIdOf, type SharedHub } from '../hubs.ts';
import { overEveryBus } from '../over-every-bus.ts';

/** The others' p99 during an attack: this many times what it is without. */
const slowerAtMost = 3;
/** Below this, a p99 on a shared machine is noise. */
const floorMs = 50;
const mebibyte = 1024 * 1024;
/** What services together may grow by. */
type GrowthLimit = { services: readonly ServiceName[]; bytesAtMost: number };
const ofAll: GrowthLimit = { services: serviceNames, bytesAtMost: 300 * mebibyte };
/** The same for the service that an attack aims at, where less is promised. */
const ownLimits: Partial<Record<AttackName, GrowthLimit>> = {
  'half bodies': { services: ['gateway'], bytesAtMost: 60 * mebibyte },
};

const growthLimits = (name: AttackName) => [ofAll, ownLimits[name]].filter((limit) => limit !== undefined);

/** Until the processes have the memory that they have when shops are open. */
const warmUp = { seconds: 20, perSecond: 50 };
const before = { seconds: 15, perSecond: 18 };
/** So that a p99 is not that of two or three requests. */
const during = { seconds: 30, perSecond: 18 };
const buildUpMs = 1_500;
const shownFaults = 5;
const testMs = 120_000;

const p99 = ({ latenciesMs }: Service) => latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;

const memoryOf = (hub: SharedHub, services: readonly ServiceName[]) =>
  watchMemory(() => services.map((name) => processIdOf(hub, name)));

overEveryBus('one tenant at its worst', (hub) => {
  const { origin } = new URL(hub.base_url);
  const operator = operatorClient(hub.operator);
  let others: Awaited<ReturnType<typeof openOthers>>;
  let tenants: FairnessTenant[];

  beforeAll(async () => {
    tenants = [];
    for (const host of [1, 2, 3, 4]) {
      tenants.push(await createFairnessTenant(operator, { ...shopSize, network: 67, host }));
    }
    others = await openOthers(origin, tenants);
    await others.measure(warmUp);
  }, testMs);

  test.each(attackNames)(
    '%s: the others are served, as fast as before',
    async (name) => {
      const tenant = await createFairnessTenant(operator, { ...attackerSize, network: 66, host: 1 });
      const logIns = isOnLogIns(name);
      const without = await others.measure({ ...before, logIns });
      const watched = growthLimits(name).map(({ services, bytesAtMost }) => ({
        memory: memoryOf(hub, services),
        bytesAtMost,
      }));
      const [victim = tenant] = tenants;
      const attack = await startAttack({ name, origin, tenant, victim });
      await sleep(buildUpMs);
      const service = await others.measure({ ...during, logIns, delayed: victim });
      await attack.stop();
      const growths = watched.map(({ memory, bytesAtMost }) => ({ grown: memory.stop(), bytesAtMost }));
      expect({ count: service.faults.length, first: service.faults.slice(0, shownFaults) }).toEqual({
        count: 0,
        first: [],
      });
      expect(p99(service)).toBeLessThanOrEqual(slowerAtMost * Math.max(p99(without), floorMs));
      for (const { grown, bytesAtMost } of growths) expect(grown).toBeLessThanOrEqual(bytesAtMost);
    },
    testMs,
  );
});
