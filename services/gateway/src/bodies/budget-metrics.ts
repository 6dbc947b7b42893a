import { gauge } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import type { Budget } from './budget.ts';

const used = gauge('hub_budget_bytes_used', 'Bytes of a budget of the gateway that are in use.', ['budget', 'place']);
const limit = gauge('hub_budget_bytes_max', 'The bytes of a budget of the gateway.', ['budget', 'place']);

type Budgets = { memory: Pick<Budget, 'used'>; disk: Pick<Budget, 'used'> };
type Limits = { memoryBytes: number; diskBytes: number };

/** Shows how much of a budget of memory and disk is in use. */
export function watchBudgets(metrics: Metrics, budget: string, { memory, disk }: Budgets, limits: Limits): void {
  metrics.gauge(used, { budget, place: 'memory' }, memory.used);
  metrics.gauge(used, { budget, place: 'disk' }, disk.used);
  metrics.gauge(limit, { budget, place: 'memory' }, () => limits.memoryBytes);
  metrics.gauge(limit, { budget, place: 'disk' }, () => limits.diskBytes);
}
