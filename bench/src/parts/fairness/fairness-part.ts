/** What nine tenants notice while a tenth does its worst, in each way that is known, with the default limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorClient } from '@order-hub/operator/client';
import { attackNames, isOnLogIns, type AttackName } from '@order-hub/testing/fairness/attacks';
import { attackerSize, createFairnessTenant, shopSize } from '@order-hub/testing/fairness/create-tenant';
import { watchMemory } from '@order-hub/testing/fairness/memory';
import { openOthers, type Service } from '@order-hub/testing/fairness/others';
import { startAttack } from '@order-hub/testing/fairness/start-attack';
import type { FairnessTenant } from '@order-hub/testing/fairness/tenant';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { percentile } from '../../harness/latency.ts';
import type { Row } from '../../harness/report.ts';
import { fairnessAttacks } from '../../harness/settings.ts';

const othersCount = 9;
/** Until the processes have the memory that they have when shops are open. */
const warmUp = { seconds: 20, perSecond: 50 };
const before = { seconds: 15, perSecond: 18 };
/** So that a p99 is not that of two or three requests. */
const during = { seconds: 30, perSecond: 18 };
const buildUpMs = 2_000;
/** Until what the attack left behind is over, such as slots of uploads that run on. */
const restMs = 5_000;

const floorMs = 50;
const slowerAtMost = 3;
const grownMibAtMost = 300;
const mib = 1024 * 1024;

const p50 = ({ latenciesMs }: Service) => percentile(latenciesMs, 0.5);
const p99 = ({ latenciesMs }: Service) => percentile(latenciesMs, 0.99);
const refusedShare = ({ latenciesMs, faults }: Service) =>
  (faults.length * 100) / Math.max(1, faults.length + latenciesMs.length);

function rowsOf(name: AttackName, without: Service, service: Service, grownBytes: number): Row[] {
  const part = `fairness: ${name}`;
  const atMost = slowerAtMost * Math.max(p99(without), floorMs);
  return [
    { part, what: 'p50 of the others, without', unit: 'ms', measured: p50(without) },
    { part, what: 'p50 of the others', unit: 'ms', measured: p50(service) },
    { part, what: 'p99 of the others, without', unit: 'ms', measured: p99(without) },
    { part, what: 'p99 of the others', unit: 'ms', measured: p99(service), atMost: Math.round(atMost) },
    { part, what: 'refused or failed', unit: '%', measured: refusedShare(service), atMost: 0 },
    { part, what: 'growth of the memory', unit: 'MiB', measured: grownBytes / mib, atMost: grownMibAtMost },
  ];
}

type Others = Awaited<ReturnType<typeof openOthers>>;

/** Measures one attack of a new tenant. */
async function measureAttack(
  { hub }: BenchHub,
  name: AttackName,
  { others, victim }: { others: Others; victim: FairnessTenant },
) {
  const origin = `http://127.0.0.1:${hub.gateway_port}`;
  const tenant = await createFairnessTenant(operatorClient(hub.operator), { ...attackerSize, network: 66, host: 1 });
  const logIns = isOnLogIns(name);
  const without = await others.measure({ ...before, logIns });
  const memory = watchMemory(() => Object.values(hub.processes));
  const attack = await startAttack({ name, origin, tenant, victim });
  await sleep(buildUpMs);
  const service = await others.measure({ ...during, logIns, delayed: victim });
  await attack.stop();
  const [fault] = service.faults;
  process.stderr.write(
    `  ${name}: ${service.faults.length} faults${fault === undefined ? '' : `, the first: ${fault}`}\n`,
  );
  await sleep(restMs);
  return rowsOf(name, without, service, memory.stop());
}

/** Takes about twelve minutes. */
export async function measureFairness(bench: BenchHub): Promise<Row[]> {
  const origin = `http://127.0.0.1:${bench.port}`;
  const operator = operatorClient(bench.hub.operator);
  const tenants: FairnessTenant[] = [];
  while (tenants.length < othersCount) {
    tenants.push(await createFairnessTenant(operator, { ...shopSize, network: 67, host: tenants.length + 1 }));
  }
  const [victim] = tenants;
  if (!victim) return [];
  const others = await openOthers(origin, tenants);
  // The first requests of a process are slow, and its memory grows with them.
  await others.measure(warmUp);
  const rows: Row[] = [];
  const measured = attackNames.filter((name) => fairnessAttacks?.includes(name) ?? true);
  for (const name of measured) rows.push(...(await measureAttack(bench, name, { others, victim })));
  return rows;
}
