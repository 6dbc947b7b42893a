/**
 * The process of an attack. It has the lowest priority, so that the processor time that the attacker itself needs does not
 * count as the hub's. Receives the job as a message, answers `ready` after the preparation, and ends when its parent does.
 */
import { setPriority } from 'node:os';
import type { Attack } from './attack.ts';
import { attacks, type AttackName } from './attacks.ts';
import type { FairnessTenant } from './tenant.ts';

/** What the process is to do. */
export type AttackJob = { name: AttackName; origin: string; tenant: FairnessTenant; victim: FairnessTenant };

const lowestPriority = 19;

async function attack({ name, ...attacker }: AttackJob): Promise<void> {
  const { prepare, run }: Attack = attacks[name];
  const path = (await prepare?.(attacker)) ?? '';
  process.send?.('ready');
  await run(attacker, path);
}

setPriority(lowestPriority);
process.once('disconnect', () => process.exit(0));
process.once('message', (job: AttackJob) => void attack(job));
