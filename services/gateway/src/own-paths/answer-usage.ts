import { listUsage } from '@order-hub/shared/gateway-calls';
import { answerTo } from '@order-hub/shared/internal-call';
import type { CostLimit } from '../limits/limit-cost.ts';

export type ListUsageDeps = Pick<CostLimit, 'listUsage'>;

/** What the gateway answers to other services. */
export const internalEndpoints = [
  answerTo(listUsage, ({ body: { count } }, { now }, deps: ListUsageDeps) =>
    Promise.resolve({ items: deps.listUsage(count, now.getTime()) }),
  ),
];
