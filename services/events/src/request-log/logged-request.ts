/** A request as the request log keeps it (docs/api/requests.md#what-is-kept). */
import type { NotedRequest, statusClasses } from '@order-hub/shared/request-log-calls';
import { timeOfId } from '@order-hub/shared/ids';
import { slotOf } from '../day-logs/day-slots.ts';

export type StatusClass = (typeof statusClasses)[number];

/** `failed`: answered with 400 or more, or not at all. */
export type LoggedRequest = NotedRequest & { slot: number; failed: boolean };

export const rowOf = (noted: NotedRequest): LoggedRequest => ({
  ...noted,
  slot: slotOf(timeOfId(noted.id)),
  failed: noted.status === null || noted.status >= 400,
});

/** The statuses of a class. Undefined for the class `failed`, which has requests without a status too. */
export function statusesOf(statusClass: StatusClass): { from: number; below: number } | undefined {
  if (statusClass === 'failed') return undefined;
  const from = Number.parseInt(statusClass, 10) * 100;
  return { from, below: from + 100 };
}

/** Whether all requests of a class have failed: their index is the smaller one. */
export const areFailed = (statusClass: StatusClass | undefined): boolean =>
  statusClass === 'failed' || statusClass === '4xx' || statusClass === '5xx';
